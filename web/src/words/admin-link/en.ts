/** The link for voters, for operators. */
export const en = {
  title: 'Voting link',
  code: 'QR code',
  codeOf: (link: string) => `QR code of ${link}`,
}
