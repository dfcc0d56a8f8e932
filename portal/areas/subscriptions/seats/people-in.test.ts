import { expect, it } from 'vitest';
import { peopleIn } from './people-in.ts';

it.each([
  ['', []],
  [' \n , ;\n', []],
  ['ada@contoso.example', ['ada@contoso.example']],
  ['ada@contoso.example\r\nbea@contoso.example\n', ['ada@contoso.example', 'bea@contoso.example']],
  [
    'ada@contoso.example; bea@contoso.example,carl@contoso.example',
    ['ada@contoso.example', 'bea@contoso.example', 'carl@contoso.example'],
  ],
  [
    'Ada Berg <ada@contoso.example>; Bea <bea@contoso.example>',
    ['ada@contoso.example', 'bea@contoso.example'],
  ],
  ['ada@contoso.example\nada@contoso.example', ['ada@contoso.example']],
])('parses %j as %j', (text, people) => {
  expect(peopleIn(text)).toEqual(people);
});
