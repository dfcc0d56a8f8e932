/** Style sheet of all HTML pages; the content security policy allows it by its hash. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #f4f3ef; --paper: #ffffff; --ink: #1d2126; --quiet: #555c66; --line: #dcdad3;
  --accent: #1f5fbf; --accent-ink: #ffffff; --accent-strong: #184c9a;
  --good: #1b7044; --attention: #a2450f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --paper: #1d2127; --ink: #eceef1; --quiet: #aab2bd; --line: #353b44;
    --accent: #8ab8ff; --accent-ink: #0c1f3a; --accent-strong: #b1d0ff;
    --good: #6fd09b; --attention: #f2a26b;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: clamp(1rem, 6vh, 5rem) 1rem 3rem;
  background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
header, main, .view { max-width: 38rem; margin-inline: auto; }
.view { margin-bottom: 1.25rem; padding: .25rem 1rem; border: 2px solid var(--attention); border-radius: .5rem; background: var(--paper); }
header { display: flex; align-items: center; gap: .75rem; margin-bottom: .75rem; }
header img { max-width: 10rem; height: 2.5rem; object-fit: contain; }
header p { margin: 0; color: var(--quiet); font-size: .9375rem; font-weight: 600; }
main {
  background: var(--paper); border: 1px solid var(--line); border-radius: .875rem;
  padding: clamp(1.25rem, 5vw, 2.5rem); overflow-wrap: anywhere;
}
h1 { margin: 0 0 .75rem; font-size: clamp(1.375rem, 4vw, 1.75rem); line-height: 1.25; text-wrap: balance; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.0625rem; }
p { margin: .75rem 0; }
.mark {
  width: 1.1em; height: 1.1em; margin-inline-end: .45em; vertical-align: -.17em; border-radius: 50%;
  background: var(--good); fill: none; stroke: var(--paper); stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round;
}
.mark.attention { background: var(--attention); }
dl { margin: 1.25rem 0; border-block: 1px solid var(--line); }
dl div { padding: .625rem 0; display: grid; gap: 0 1rem; grid-template-columns: 9.5rem 1fr; }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; }
small, .quiet { color: var(--quiet); font-size: .9375rem; }
code, pre { font: .9em ui-monospace, SFMono-Regular, Menlo, monospace; }
.copy {
  margin: .75rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--ground);
  white-space: pre-wrap; user-select: all; -webkit-user-select: all;
}
a { color: var(--accent); text-underline-offset: .2em; }
a:hover { color: var(--accent-strong); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; margin-top: 1.75rem; }
.actions form { margin: 0; display: contents; }
.button {
  display: inline-block; min-height: 2.75rem; padding: .625rem 1.375rem; border: 1px solid transparent; border-radius: .5rem;
  background: var(--accent); color: var(--accent-ink); font: inherit; font-weight: 600; text-decoration: none;
  text-align: center; cursor: pointer;
}
.button:hover { background: var(--accent-strong); color: var(--accent-ink); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: .25rem; }
.button:focus-visible { border-radius: .5rem; }
section h2 a { color: inherit; text-decoration: none; }
section h2 span { float: right; font-weight: normal; color: var(--quiet); }
section p { margin: .25rem 0; }
section:target { border-inline-start: 4px solid var(--accent); padding-inline-start: 1rem; }
h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.card { padding-block: 1.25rem .5rem; }
h1 + .card { padding-top: 0; }
.card + .card { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: .25rem; }
.card h2, .seats h2 { font-size: 1.25rem; }
.seats h3 { margin-top: 2rem; }
.back { margin-top: 0; }
.done, .problem { margin: .75rem 0; border-inline-start: 4px solid var(--good); padding: .5rem 1rem; background: var(--ground); }
.problem { border-color: var(--attention); }
.problem p { margin: 0; }
:is(.done, .problem) ul { margin: .25rem 0; padding-inline-start: 1.25rem; }
.usage, .people { list-style: none; margin: .5rem 0; padding: 0; }
.usage li { padding: .5rem 0; display: grid; gap: .25rem; }
.usage li > span { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
progress { width: 100%; height: .625rem; accent-color: var(--accent); }
.people li {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; padding: .625rem 0;
  border-top: 1px solid var(--line);
}
.people li > span { flex: 1 1 11rem; }
.people small { display: block; }
.people details[open] { flex-basis: 100%; }
summary { min-height: 2.75rem; padding: .5rem 0; cursor: pointer; color: var(--accent); text-decoration: underline; text-underline-offset: .2em; }
label { display: block; margin-top: 1rem; font-weight: 600; }
textarea, select, input[type=text] {
  width: 100%; min-height: 2.75rem; padding: .625rem .75rem; border: 1px solid var(--quiet); border-radius: .5rem; resize: vertical;
  background: var(--paper); color: var(--ink); font: inherit;
}
textarea { min-height: 5.5rem; }
input[type=file] { width: 100%; min-height: 2.75rem; padding-block: .5rem; font: inherit; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
:disabled { cursor: not-allowed; }
.button:disabled { opacity: .6; }
.link:disabled { color: var(--quiet); text-decoration: none; }
.part { margin-top: 1.5rem; border-top: 1px solid var(--line); padding-top: .25rem; }
.warning { color: var(--attention); font-weight: 600; }
.usage .warning { display: block; }
.near progress, .over progress { accent-color: var(--attention); }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .375rem .5rem; border-top: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: normal; }
thead th { border-top: 0; color: var(--quiet); }
th:first-child { padding-inline-start: 0; }
th:not(:first-child), td { text-align: end; padding-inline-end: 0; }
footer { margin-top: 2rem; padding-top: .5rem; border-top: 1px solid var(--line); }
footer .links { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; }
footer form { display: flex; margin: 0; }
footer a, .link { display: inline-block; min-height: 2.75rem; padding: .5rem 0; }
.link {
  border: 0; background: none; color: var(--accent); font: inherit; text-decoration: underline; text-underline-offset: .2em;
  cursor: pointer;
}
@media (max-width: 30rem) {
  dl div { grid-template-columns: 6.5rem 1fr; }
  .actions .button { width: 100%; }
}
@media (forced-colors: active) { .button, main { border-color: ButtonText; } }
`;
