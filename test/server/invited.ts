/** Invitations in tests: links as operators make them, and browsers that open them. */
import type { NewInvitation } from '../../shared/contracts/index.ts'
import type { TestApp } from '../support/app.ts'
import { Visitor } from './visitor.ts'

/** The part of a link after `#invite=`. */
export const tokenOf = ({ path }: Pick<NewInvitation, 'path'>): string => path.split('#invite=')[1]

/** Makes invitations as an operator does. */
export async function invitationsMade(app: TestApp, arena: string, json: object): Promise<NewInvitation[]> {
  const made = await app.asAdmin(`/api/admin/arenas/${arena}/invitations`, json)
  if (made.status !== 201) throw new Error(await made.text())
  return ((await made.json()) as { invitations: NewInvitation[] }).invitations
}

/** A person with a browser of their own who was invited, to a group or to none, and has opened the link. */
export async function invitedPerson(app: TestApp, arena: string, name: string, group?: string) {
  const [invitation] = await invitationsMade(app, arena, { people: [name], group })
  const person = new Visitor(app)
  const token = tokenOf(invitation)
  const opened = await openLink(person, app, arena, token)
  if (!opened.ok) throw new Error(await opened.text())
  return { person, token }
}

/** Makes an invitation to pairs that judges have judged. */
export async function labellingInvitation(app: TestApp, arena: string, days = 14): Promise<NewInvitation> {
  return (await invitationsMade(app, arena, { kind: 'judges', days }))[0]
}

export const labellingToken = async (app: TestApp, arena: string, days = 14): Promise<string> =>
  tokenOf(await labellingInvitation(app, arena, days))

/** Opens a link in the browser of somebody, who keeps the cookie. */
export async function openLink(
  visitor: Visitor,
  app: TestApp,
  arena: string,
  token: string,
  more: object = {},
): Promise<Response> {
  const response = await app.request(`/api/arenas/${arena}/invitation`, {
    json: { token, ...more },
    headers: visitor.cookie ? { cookie: visitor.cookie } : {},
  })
  const cookie = response.headers.get('set-cookie')
  if (cookie) visitor.cookie = cookie.split(';')[0]
  return response
}
