/** The frame of every page. */
export const en = {
  skip: 'Skip to the content',
  language: 'Language',
  admin: 'Admin',
  notLoaded: 'This page could not be loaded.',
  serverGone: 'The server cannot be reached, or it was updated.',
  loadAgain: 'Load again',
}
