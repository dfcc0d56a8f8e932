import { afterAll } from 'vitest';
import { dropCreatedDatabases } from './postgres.ts';

afterAll(dropCreatedDatabases);
