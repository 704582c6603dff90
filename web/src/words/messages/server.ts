import { messageIn } from './index.ts'

/** A message of the server on a page of operators: in English, whatever the language of the page. */
export const serverMessage = messageIn({})
