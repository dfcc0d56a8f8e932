import { describe, expect, it } from 'vitest';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { requiredAddress } from './exchange.ts';

describe('a required address', () => {
  it.each([
    ['https://login.microsoftonline.com', 'https://login.microsoftonline.com'],
    ['https://login.microsoftonline.com/', 'https://login.microsoftonline.com'],
    ['https://proxy.example/login/', 'https://proxy.example/login'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('%s is accepted', (text, expected) => {
    expect(requiredAddress('The identity provider', text)).toBe(expected);
  });

  it.each([
    ['http://login.microsoftonline.com'],
    ['http://127.0.0.1.example'],
    ['http://localhost.example'],
    ['http://0.0.0.0'],
    ['ftp://127.0.0.1'],
    ['login.microsoftonline.com'],
    [''],
  ])('%s is refused', (text) => {
    expect(() => requiredAddress('The identity provider', text)).toThrow(CannotStart);
  });
});
