/** The button that copies a link. */
export const en = {
  copy: 'Copy the link',
  copied: 'Copied',
  notCopied: 'Not copied',
}
