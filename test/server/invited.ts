/** Invitations in tests: links as operators make them, and browsers that open them. */
import type { NewInvitation } from '../../shared/contracts/index.ts'
import type { TestApp } from '../support/app.ts'
import type { Visitor } from './visitor.ts'

/** The part of a link after `#invite=`. */
export const tokenOf = ({ path }: Pick<NewInvitation, 'path'>): string => path.split('#invite=')[1]

/** Makes an invitation to pairs that judges have judged. */
export async function labellingInvitation(app: TestApp, arena: string, days = 14): Promise<NewInvitation> {
  const made = await app.asAdmin(`/api/admin/arenas/${arena}/invitations`, { kind: 'judges', days })
  if (made.status !== 201) throw new Error(await made.text())
  return ((await made.json()) as { invitations: [NewInvitation] }).invitations[0]
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
