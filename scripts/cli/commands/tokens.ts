import { Option, type Command } from 'commander'
import { listTokens, makeToken, withdrawToken } from '../../../server/platform/http/operator-tokens.ts'
import { OperatorRole, OperatorTokenRequest } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { print, printJson, type Terminal } from '../terminal/terminal.ts'
import { withApp } from '../terminal/with-app.ts'

interface Flags {
  make?: string
  role: OperatorRole
  withdraw?: string
  json: boolean
}

/** `tokens`: lists, makes and withdraws the named tokens of operators. */
export function tokens(program: Command, terminal: Terminal): void {
  program
    .command('tokens')
    .option('--make <name>', 'make a token for this person or program; it is printed once')
    .addOption(
      new Option(
        '--role <role>',
        'with --make: read sees all that operators see, run also runs what is set up, admin does everything',
      )
        .choices(OperatorRole.options)
        .default('read'),
    )
    .option('--withdraw <name>', 'end this token at once')
    .option('--json', 'one JSON value on stdout', false)
    .action(({ make, role, withdraw, json }: Flags) => {
      if (make !== undefined && withdraw !== undefined) throw new UsageError(msg('make_or_withdraw_token'))
      return withApp(terminal, async ({ deps }) => {
        if (make !== undefined) {
          const request = OperatorTokenRequest.safeParse({ name: make, role })
          if (!request.success) throw new UsageError(msg('no_token_name', { name: make }))
          const made = await makeToken(deps, request.data)
          if (json) return printJson(terminal, made)
          return print(terminal, made.token)
        }
        if (withdraw !== undefined) {
          const ended = await withdrawToken(deps, { name: withdraw })
          return json
            ? printJson(terminal, ended)
            : print(terminal, `The token "${ended.name}" is withdrawn.`)
        }
        const all = await listTokens(deps)
        if (json) return printJson(terminal, { tokens: all })
        if (all.length === 0) return print(terminal, 'There is no named token.')
        for (const { name, role: own, madeAt, withdrawnAt } of all)
          print(
            terminal,
            [
              name,
              own,
              `made ${madeAt.slice(0, 10)}`,
              ...(withdrawnAt ? [`withdrawn ${withdrawnAt.slice(0, 10)}`] : []),
            ].join(' · '),
          )
      })
    })
}
