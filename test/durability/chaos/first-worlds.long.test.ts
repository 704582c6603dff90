/** The short form of `npm run chaos`: half of its worlds. */
import { WORLDS } from '../../../workshop/chaos/worlds/index.ts'
import { testShortForms } from './short-form.ts'

testShortForms(WORLDS.filter((_, place) => place % 2 === 0))
