/** The link for voters, for operators. */
export const en = {
  title: 'Voting link',
  preview: 'Preview',
  code: 'QR code',
  codeOf: (link: string) => `QR code of ${link}`,
}
