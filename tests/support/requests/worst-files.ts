import type { Bodies } from './worst-bodies.ts';

/** Catalogue files that take most to read and to compare, each of at most this size as a JSON body. */
export function worstFiles(limit: number): Bodies {
  const room = limit / 2 - 2_000;
  const fill = (room: number, count: number, item: (index: number) => string) => {
    const items: string[] = [];
    let length = 0;
    for (let index = 0; index < count; index += 1) {
      const text = item(index);
      length += text.length + 1;
      if (length > room) break;
      items.push(text);
    }
    return items.join(',');
  };
  const many = Number.POSITIVE_INFINITY;
  /** The most of one list or map. */
  const most = 10_000;
  const product = (index: number, members = '') =>
    `{"slug":"p${index}","name":"P","status":"Draft","types":["WebApp"],"editions":[{"slug":"e","name":"E","rank":1}]${members}}`;
  const plan = (index: number, members = '') =>
    `{"slug":"q${index}","name":"Q","status":"Draft","edition":"e","licenceModel":"TenantWide","billingModel":"FlatRate"${members}}`;
  const capabilities = (count: number, of: number) =>
    `,"capabilities":{${fill(room, count, (index) => `"c${of}-${index}":true`)}}`;
  const category = (index: number) => `{"slug":"c${index}","name":"C"}`;
  const label = (index: number) => `"l${index}":{"name":"L"}`;
  const withProducts = (products: string) => `{"version":1,"products":[${products}]}`;
  const files: Bodies = [
    [
      'a valid file',
      withProducts(
        fill(room, 900, (index) =>
          product(index, `,"plans":[${fill(room, 5, (of) => plan(of, capabilities(10, of)))}]`),
        ),
      ),
    ],
    [
      'a valid product',
      withProducts(
        product(0, `,"plans":[${fill(room, 200, (index) => plan(index, capabilities(200, index)))}]`),
      ),
    ],
    [
      'one product of everything',
      withProducts(
        product(
          0,
          `,"plans":[${fill(room - 1_000, most, (index) => plan(index, capabilities(200, index)))}]`,
        ),
      ),
    ],
    ['many products', withProducts(fill(room, many, (index) => product(index)))],
    ['ten thousand products', withProducts(fill(room, most, (index) => product(index)))],
    [
      'ten thousand plans',
      withProducts(product(0, `,"plans":[${fill(room - 1_000, most, (index) => plan(index))}]`)),
    ],
    [
      'many capabilities',
      withProducts(
        product(
          0,
          `,"plans":[${fill(room - 1_000, many, (index) => plan(index, capabilities(most, index)))}]`,
        ),
      ),
    ],
    ['ten thousand categories', `{"version":1,"categories":[${fill(room, most, category)}]}`],
    ['many categories', `{"version":1,"categories":[${fill(room, many, category)}]}`],
    [
      'ten thousand labels each',
      withProducts(
        fill(room, many, (of) => product(of, `,"labels":{"capabilities":{${fill(room, most, label)}}}`)),
      ),
    ],
    ['long texts', withProducts(product(0).replace('"P"', `"${'x'.repeat(room - 1_000)}"`))],
    ['spaces', `{${' '.repeat(room)}}`],
    ['spaces before YAML', ' '.repeat(room)],
    ['a list of lists', `{"version":${'['.repeat(room)}`],
    [
      'YAML of many names',
      Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`)
        .join('\n')
        .slice(0, 250_000),
    ],
    [
      'YAML of aliases',
      `a: &a [1,2,3,4,5,6,7,8]\n${Array.from({ length: 8 }, (_, index) => `b${index}: &b${index} [${`*${index === 0 ? 'a' : `b${index - 1}`},`.repeat(9)}]`).join('\n')}`,
    ],
  ];
  return files.map(([name, file]) => [`a file: ${name}`, JSON.stringify({ file })]);
}
