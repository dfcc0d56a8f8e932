import { describe, expect, it } from 'vitest';
import { isSafeOutsideAddress, readOutsideAddress } from './outside-address.ts';

describe('isOutsideAddress', () => {
  it.each([
    ['https://graph.microsoft.com', 'https://graph.microsoft.com'],
    ['https://graph.microsoft.com/', 'https://graph.microsoft.com'],
    ['https://proxy.example/graph//', 'https://proxy.example/graph'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('accepts %s', (text, expected) => {
    expect(isSafeOutsideAddress(text)).toBe(true);
    expect(readOutsideAddress(text)).toBe(expected);
  });

  it.each([
    ['http://graph.microsoft.com'],
    ['http://127.0.0.1.example'],
    ['http://localhost.example'],
    ['http://0.0.0.0'],
    ['ftp://127.0.0.1'],
    ['graph.microsoft.com'],
    ['https://user:pw@graph.microsoft.com'],
    ['https://user@graph.microsoft.com'],
    ['https://graph.microsoft.com@evil.example'],
    ['https://graph.micro\tsoft.com'],
    ['https://graph.microsoft.com/a\nb'],
    ['https://graph.microsoft.com/\u202egpj'],
    [''],
  ])('refuses %s', (text) => {
    expect(isSafeOutsideAddress(text)).toBe(false);
    expect(readOutsideAddress(text)).toBeUndefined();
  });
});
