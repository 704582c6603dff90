/** Texts that need the admin token. */
export const en = {
  unfold: 'I have the admin token',
  label: 'Admin token',
  show: 'Show the texts',
  refused: 'The server does not know this token. It prints the right one when it starts.',
  unreachable: 'The server does not answer. Try again in a moment.',
  shown: 'Texts are shown because you hold the admin token.',
  forget: 'Forget the token',
}
