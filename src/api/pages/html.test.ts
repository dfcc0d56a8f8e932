import { expect, it } from 'vitest';
import { html } from './html.ts';

it.each([
  ['text that looks like markup', html`<p>${'<b>"&\''}</p>`, '<p>&lt;b&gt;&quot;&amp;&#39;</p>'],
  ['markup in markup', html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&lt;</b></p>'],
  [
    'lists',
    html`<ul>${['a', '<'].map((one) => html`<li>${one}</li>`)}</ul>`,
    '<ul><li>a</li><li>&lt;</li></ul>',
  ],
  ['absent values', html`<p>${null}${undefined}${false}${0}</p>`, '<p>0</p>'],
  ['a value in an attribute', html`<a href="${'"onclick="x'}"></a>`, '<a href="&quot;onclick=&quot;x"></a>'],
])('escapes %s', (_case, { markup }, expected) => {
  expect(markup).toBe(expected);
});
