/** The people that a pasted list names, in its order, each once: `Ada <ada@contoso.example>; bea@…`. */
export function peopleIn(text: string): string[] {
  const named = text.split(/[\n,;\t]/).map((line) => (/<([^<>]+)>/.exec(line)?.[1] ?? line).trim());
  return [...new Set(named.filter(Boolean))];
}
