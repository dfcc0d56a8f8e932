import { expect, it } from 'vitest';
import { capabilityErrors } from './new-capability.ts';

it.each([
  [['export', 'Export to PDF'], ['export', 'Export to Excel'], null, 'Another capability has this key'],
  [['export', 'Export to PDF'], ['search', 'Search'], null, null],
  [['', ''], ['', ' '], null, null],
  [['export', ''], ['', ''], 'Enter the name of the capability', null],
  [['', 'Export to PDF'], ['search', 'Search'], null, 'Enter the key'],
])(
  'a capability %j beside %j: %s, %s',
  ([key = '', name = ''], [otherKey = '', otherName = ''], ofName, ofKey) => {
    const values = {
      capabilities: [
        { name, key },
        { name: otherName, key: otherKey },
      ],
    };
    expect(capabilityErrors.name(name, values, 'capabilities.0.name')).toBe(ofName);
    expect(capabilityErrors.key(key, values, 'capabilities.0.key')).toBe(ofKey);
  },
);
