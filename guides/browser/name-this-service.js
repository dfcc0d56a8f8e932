/** The address of the demo in examples, unless `PORT` is set. */
const exampleAddress = 'http://127.0.0.1:4000';

/** The examples and links of a page name the service that serves it. */
export function nameThisService() {
  const { service = '' } = document.documentElement.dataset;
  const address = new URL(service, window.location.href).href.replace(/\/$/, '');
  for (const code of document.querySelectorAll('article code')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      text.nodeValue = text.nodeValue?.replaceAll(exampleAddress, address) ?? null;
    }
  }
  for (const link of document.querySelectorAll(`article a[href^="${exampleAddress}"]`)) {
    link.setAttribute('href', (link.getAttribute('href') ?? '').replace(exampleAddress, address));
    link.textContent = link.textContent.replace(exampleAddress, address);
  }
}
