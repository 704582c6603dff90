import { execFile, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { chmod, mkdir, open, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, test } from 'vitest'
import { allCommands } from '../../scripts/cli/commands/index.ts'
import { withCommandPrefix, patiently, thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { buildProgram } from '../../scripts/cli/terminal/run.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheat, deadheatHere, REFUSED } from './deadheat.ts'
import { withTerminal } from './run-here.ts'
import { filesLoadedBy } from '../support/loaded-files.ts'

const script = join(import.meta.dirname, '../../scripts/deadheat.ts')
const votes = 'model_a,model_b,winner\nA,B,model_a\nB,A,model_a\n'

describe('the terminal', () => {
  it.each(REFUSED.usage)('refuses %s in one line, with exit 2', async (args, message) => {
    const { code, stdout, stderr } = await deadheatHere(args.split(' '), { input: votes })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^deadheat: [^\n]+\.\n$|^deadheat: [^\n]+\?\n$/)
    expect(stderr).toContain(message)
  })

  it('shows its help with --help', async () => {
    const help = await deadheat(['--help'])
    expect([help.code, help.stderr]).toEqual([0, ''])
    expect(help.stdout).toContain('Exit codes:\n  0  done')
    const rate = await deadheatHere(['rate', '--help'])
    expect(rate.stdout).toContain('--cluster <unit>')
    expect(rate.stdout).toContain('--style')
    expect((await deadheatHere(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each([
    ['commands', 'deadheat exp', 'export'],
    ['kinds', "deadheat export demo ''", 'votes ratings battles judgements preferences archive site'],
    ['inner commands', 'deadheat db ba', 'backup'],
    ['options', 'deadheat rate --ti', '--ties'],
    ['values', "deadheat rate --seed 3 --ties ''", 'half drop'],
    ['commands after a global option', 'deadheat --server there exp', 'export'],
    ['no file of its own', 'deadheat rate v', ''],
  ])('lets bash complete %s', async (_, typed, offered) => {
    const { stdout: script } = await deadheatHere(['completion', 'bash'])
    const command = join(import.meta.dirname, '../../scripts/deadheat.ts')
    const asked = `deadheat() { "${process.execPath}" "${command}" "$@"; }; COMP_WORDS=(${typed}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _deadheat; echo "\${COMPREPLY[*]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\n${asked}`])
    expect(stdout).toBe(`${offered}\n`)
  })

  it('keeps every help within 80 columns, but for the line of its usage', async () => {
    const program = buildProgram(await allCommands(), thisTerminal())
    const all = [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]
    const lines = all.flatMap((one) => one.helpInformation().split('\n'))
    expect(lines.length).toBeGreaterThan(200)
    expect(lines.filter((line) => line.length > 80 && !line.startsWith('Usage: '))).toEqual([])
  })

  it('names commands as they are typed in a checkout', async () => {
    const { stderr } = await deadheatHere(['rate', '--unknown'])
    expect(stderr).toContain('See npm run -s deadheat -- rate --help.')
    expect(withCommandPrefix('deadheat: use deadheat run, or "deadheat one".')).toBe(
      'deadheat: use npm run -s deadheat -- run, or "deadheat one".',
    )
  })

  it('prints a plan', async () => {
    const { stdout } = await deadheatHere(['plan', '--win-rate', '0.55', '--json'])
    expect(await deadheatHere(['--json', 'plan', '--win-rate', '0.55'])).toMatchObject({ code: 0, stdout })
    expect(JSON.parse(stdout)).toEqual({
      winRate: 0.55,
      alpha: 0.05,
      power: 0.8,
      votesForSignificance: 385,
      votesForPower: 783,
      exactVotesForSignificance: 401,
      exactVotesForPower: 820,
    })
    const words = await deadheatHere(['plan', '--win-rate', '0.6', '--power', '0.9', '--alpha', '0.01'])
    expect([words.code, words.stdout]).toEqual([
      0,
      expect.stringMatching(
        /in 90 % of cases, at alpha 0\.01\.[^]*These numbers are for independent votes\./,
      ),
    ])
  })

  it("finds files from the caller's folder", async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'elsewhere'))
    await writeFile(join(folder, 'votes.csv'), votes)
    const here = await deadheat(['rate', 'votes.csv', '--rounds', '0'], { cwd: folder })
    const there = { cwd: join(folder, 'elsewhere'), env: { INIT_CWD: folder } }
    expect(here.code).toBe(0)
    expect(await deadheat(['rate', 'votes.csv', '--rounds', '0'], there)).toEqual(here)
  })

  it('writes the result to stdout and nothing else, without escape codes', async () => {
    const { stdout, stderr } = await deadheat(['rate', '-'], { input: votes })
    expect(stderr).toBe('')
    expect(stdout).not.toContain('\u001b')
    const json = await deadheatHere(['rate', '-', '--json'], { input: votes })
    expect(json.stderr).toBe('')
    expect(JSON.parse(json.stdout)).toMatchObject({ votes: 2 })
    expect(await deadheatHere(['rate', '-', '--format', 'json'], { input: votes })).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  it('ends quietly if its reader closes the pipe', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => `N${i},M${i},model_a`).join('\n')
    const child = spawn(process.execPath, [script, 'rate', '-', '--json', '--rounds', '0'])
    let stderr = ''
    child.stderr.on('data', (piece) => (stderr += piece))
    child.stdout.once('data', () => child.stdout.destroy())
    child.stdin.end(`model_a,model_b,winner\n${many}\n`)
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect([code, stderr]).toEqual([0, ''])
  })

  it('does not wait for an open standard input', async () => {
    const child = spawn(process.execPath, [script, 'rate', 'none.csv'])
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(2)
    child.stdin.destroy()
  })

  it('ends at a signal while it waits for a pipe', async () => {
    const pipe = join(await temporaryFolder(), 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const child = spawn(process.execPath, [script, 'look', pipe])
    const ended = new Promise((resolve) => child.on('exit', resolve))
    const writer = await open(pipe, 'w')
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
    await writer.close()
  })

  it('says that a pipe may not be read', async () => {
    const cwd = await temporaryFolder()
    await promisify(execFile)('mkfifo', ['-m', '0', join(cwd, 'pipe')])
    await chmod(cwd, 0o755)
    const user = process.geteuid!()
    // to the superuser nothing is forbidden
    if (user === 0) process.seteuid!(65_534)
    try {
      const { code, stderr } = await deadheatHere(['look', 'pipe'], { cwd })
      expect([code, stderr]).toEqual([2, expect.stringContaining('no permission to read it')])
    } finally {
      process.seteuid!(user)
    }
  })

  it('ends where a folder refuses new ones as if it were missing: init, and the data folder', async () => {
    const refused = '/proc/deadheat/first'
    const cwd = await temporaryFolder()
    await symlink(join(cwd, 'nowhere', 'deep'), join(cwd, 'first'))
    for (const folder of ['first', refused]) {
      const { code, stderr } = await deadheatHere(['init', folder], { cwd })
      const says = new RegExp(`^deadheat: ${folder} cannot be written \\([A-Z_]+\\)\\.\n$`)
      expect([code, stderr]).toEqual([2, expect.stringMatching(says)])
    }
    const opened = await deadheatHere(['arenas'], { env: { DEADHEAT_DATA: refused, DATABASE_URL: '' } })
    expect(opened.code).toBeGreaterThan(1)
    expect(opened.stderr).toContain(refused)
  })
})

describe('messages', () => {
  test('a code prints its text with its values in braces, its beginning all codes that begin so, and an unknown one is bad usage', async () => {
    const { code, stdout } = await deadheatHere(['messages', 'prices_wrong'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^prices_wrong\n {2}\{file\}: \{wrong\}\./)])
    const codes = JSON.parse((await deadheatHere(['messages', 'prices_', '--json'])).stdout) as {
      code: string
    }[]
    expect(codes.map(({ code }) => code)).toContain('prices_wrong')
    expect(codes.filter(({ code }) => !code.startsWith('prices_'))).toEqual([])
    const ofKind = await deadheatHere(['messages', 'no_question_id'])
    expect([ofKind.code, ofKind.stdout]).toEqual([0, expect.stringMatching(/^no_vote_names_unit\n/)])
    const unknown = await deadheatHere(['messages', 'no-such'])
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('"no-such"') })
  })
})

/** Most of the time of a command on a small file goes into loading files. What it does not need, it does not load. */

test('rate loads neither pictures nor formats of other tools nor contracts of the server', async () => {
  let printed = ''
  const files = await filesLoadedBy(async (env) => {
    printed = (await deadheat(['rate', '-'], { input: votes, env })).stdout
  })
  expect(printed).toContain('2 votes. First ratings from about 10.')
  const unused =
    /shared\/contracts\/(index|arena)\b|formats\/(tools|answers)|platform\/config\/(config|secrets)|node_modules\/(pg|kysely|hono|openai|@resvg)\//
  expect(files.filter((file) => unused.test(file))).toEqual([])
  // of which zod and commander are a hundred
  expect(files.length).toBeLessThan(460)
})

test.each(['run none.yaml', 'try none.yaml A B', 'import demo none.csv'])(
  'deadheat %s is refused before the server is loaded',
  async (args) => {
    let stderr = ''
    const files = await filesLoadedBy(async (env) => {
      stderr = (await deadheat(args.split(' '), { env })).stderr
    })
    expect(stderr).toContain('there is no such file')
    expect(files.filter((file) => /node_modules\/(pg|kysely|hono|graphile-worker)\//.test(file))).toEqual([])
  },
)

test('a command says what it waits for, only if that takes long', async () => {
  const said = async (longMs: number) =>
    (
      await withTerminal(
        (terminal) => patiently(terminal, 'The board is being computed.', () => sleep(20, 0), longMs),
        { cwd: '.' },
      )
    ).stderr
  expect(await said(1)).toBe('The board is being computed.\n')
  expect(await said(60_000)).toBe('')
})
