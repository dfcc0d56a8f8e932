const shownFor = 2_000;

/** A button at each code block. Browsers copy only on pages of HTTPS or of this machine. */
export function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll('article pre')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, copyButton(block));
  }
}

/** @param {Element} block */
function copyButton(block) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(block.textContent).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, shownFor);
  });
  return button;
}
