/** CSS that the page adds to the common style. */
export const pageStyle = `
main, header { max-width: 84rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.25rem; } main { padding-bottom: 4rem; }
header p { color: var(--faint); margin: 0 0 .5rem; max-width: 60rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; } h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
.none, .faint { color: var(--faint); } .none { margin: 0; }
.error { border: 2px solid var(--bad); color: var(--bad); border-radius: 8px; padding: .6rem 1rem; margin: 1rem 0 0; }
section > .wide + .card { margin-top: 1rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem; min-width: 0; }
.card:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); align-items: start; }
.head { display: flex; flex-wrap: wrap; gap: .4rem .75rem; align-items: start; }
.head h3 { flex: 1 1 14rem; }
.state { font-size: .8rem; font-weight: 600; padding: .1rem .6rem; border-radius: 99px; border: 1px solid currentColor; white-space: nowrap; }
.good, .Subscribed, .accepted, .Succeeded { color: var(--good); } .warn, .Suspended, .waiting, .held, .InProgress { color: var(--warn); }
.bad, .Unsubscribed, .refused, .given-up, .Failed { color: var(--bad); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .75rem; margin: .75rem 0; font-size: .9rem; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 0; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .6rem; }
label { display: grid; grid-template-columns: minmax(0, 1fr); gap: .15rem; font-size: .85rem; color: var(--faint); }
form > *, .actions > * { min-width: 0; max-width: 100%; }
input, select { font: inherit; font-size: 1rem; color: var(--ink); background: var(--paper); border: 1px solid var(--line);
  border-radius: 6px; padding: .3rem .5rem; min-height: 2.25rem; max-width: 100%; }
input[type=number] { width: 6.5rem; } input[type=url] { width: 100%; } label:has([type=url]) { flex: 1 1 16rem; }
button { color: var(--ink); background: transparent; white-space: nowrap; border: 1px solid var(--line); border-radius: 6px; padding: .3rem .8rem; min-height: 2.25rem; }
button:hover { border-color: var(--accent); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
button.danger { color: var(--bad); }
details { margin-top: .6rem; } .card > details:first-child { margin-top: 0; } summary { cursor: pointer; padding: .2rem 0; }
details > :not(summary) { margin-top: .5rem; }
ul.plain { list-style: none; padding: 0; margin: .5rem 0 0; font-size: .9rem; display: grid; gap: .35rem; }
.fields { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); align-items: end; flex: 1 1 100%; }
.fields select, .fields input { width: 100%; }
.wide { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .45rem .9rem; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:last-child td { border-bottom: 0; } th { color: var(--faint); font-weight: 600; white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td details { margin: 0; } td form { flex-wrap: nowrap; } td .actions { margin: 0; flex-wrap: nowrap; }
pre { margin: 0; font-size: .8rem; overflow-x: auto; max-width: 44rem; }
`;
