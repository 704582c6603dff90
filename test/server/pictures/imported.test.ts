import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ArenaRecipe,
  ImportReceipt,
  IssuedBattle,
  MAX_PICTURES_OF_TEXT,
  Problem,
} from '../../../shared/contracts/index.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { appFor, formOf } from '../../support/app.ts'
import { asData, exif, JPEG, jpegSegment, jpegWith, PNG, SECRET, WEBP } from '../../support/pictures.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { findPictures } from '../../../server/pictures/picture-taker.ts'
import { markdownHtml } from '../../../web/src/ui/text/sanitise.ts'
import '../../web/all-words.ts'

/** Pictures on their way from files into an arena, and to those who may see its texts. */
describe('pictures of a file', () => {
  const app = appFor()

  const run = (...args: string[]) =>
    deadheatHere(args, { env: { DATABASE_URL: app.database.connectionString } })

  const jsonl = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

  async function folderWith(files: Record<string, string | Buffer>): Promise<string> {
    const folder = await temporaryFolder()
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
    return folder
  }

  const send = async (slug: string, files: Parameters<typeof formOf>[0], query = 'create') =>
    (await app.asAdmin(`/api/admin/arenas/${slug}/import?${query}`, formOf(files))).json()

  interface Stored {
    name: string
    type: string
    bytes: Buffer
  }

  const stored = (slug: string) =>
    app.sql<Stored>`select p.name, p.type, p.bytes from pictures p join arenas a on a.id = p.arena_id
      where a.slug = ${slug} order by p.type`

  async function textsOf(slug: string): Promise<string[]> {
    const rows = await app.sql<{ text: string }>`
    select t.text from arenas a join (
      select arena_id, messages #>> '{0,content}' as text from prompts
      union all select arena_id, coalesce(text, turns #>> '{0}') from answers) t on t.arena_id = a.id
    where a.slug = ${slug} order by 1`
    return rows.map(({ text }) => text)
  }

  const CAMERA = jpegWith(jpegSegment(0xe1, exif(6)))
  const NAME = /^[0-9a-f]{32}$/

  const prompts = jsonl([{ id: 'cat', text: `What is this?\n\n![A cat](${asData('image/jpeg', CAMERA)})` }])
  const answers = jsonl([
    {
      prompt: 'cat',
      model: 'A',
      text: `![A cat](${asData('image/png', PNG)} "title") and \`![code](x.png)\``,
    },
    {
      prompt: 'cat',
      model: 'B',
      text: `Twice ![](${asData('image/png', PNG)}) ![](https://other.example/a.png)`,
    },
  ])

  describe('pictures in JSONL', () => {
    it('are stored once each, without metadata, under names that say nothing, and the same files add nothing', async () => {
      const receipt = ImportReceipt.parse(await send('sent', { 'p.jsonl': prompts, 'a.jsonl': answers }))
      expect(receipt).toMatchObject({ promptsAdded: 1, answersAdded: 2, warnings: [] })
      const pictures = await stored('sent')
      expect(pictures.map(({ type }) => type)).toEqual(['image/jpeg', 'image/png'])
      const [jpeg, png] = pictures
      expect(jpeg.bytes.includes(SECRET)).toBe(false)
      for (const { name } of pictures) expect(name).toMatch(NAME)
      expect(await textsOf('sent')).toEqual([
        `![A cat](picture:${png.name} "title") and \`![code](x.png)\``,
        `Twice ![](picture:${png.name}) ![](https://other.example/a.png)`,
        `What is this?\n\n![A cat](picture:${jpeg.name})`,
      ])
      const again = ImportReceipt.parse(await send('sent', { 'p.jsonl': prompts, 'a.jsonl': answers }, ''))
      expect(again).toMatchObject({ promptsAdded: 0, answersAdded: 0 })
      expect(await stored('sent')).toEqual(pictures)
    })

    it('have another name in each arena', async () => {
      await send('other', { 'p.jsonl': prompts, 'a.jsonl': answers })
      const names = async (slug: string) => (await stored(slug)).map(({ name }) => name)
      expect(new Set([...(await names('sent')), ...(await names('other'))]).size).toBe(4)
    })

    it('are served to voters with their type, and run nothing', async () => {
      const { battle } = await app.read(IssuedBattle, '/api/arenas/sent/battles', { method: 'POST' })
      const name = /picture:(\w+)/.exec(battle.prompt.messages[0].content)![1]
      const response = await app.request(`/a/sent/pictures/${name}`)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=31536000, immutable',
      })
      expect(Buffer.from(await response.arrayBuffer())).toEqual((await stored('sent'))[0].bytes)
    })

    it('are at no other address', async () => {
      const [{ name }] = await stored('sent')
      const wrong = ['0'.repeat(32), name.toUpperCase(), `${name}.png`, `../${name}`]
      for (const other of wrong)
        expect((await app.request(`/a/sent/pictures/${other}`)).status, other).toBe(404)
      expect((await app.request(`/a/sent/pictures/${name}/`)).status).toBe(301)
      for (const none of ['%00', '%5B%5D', '0'.repeat(32)]) {
        const { status, headers } = await app.request(`/a/sent/pictures/${none}`, {
          headers: { accept: 'text/html' },
        })
        expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json'])
      }
      expect((await app.request(`/a/other/pictures/${name}`)).status).toBe(404)
      expect((await app.request(`/a/nowhere/pictures/${name}`)).status).toBe(404)
    })

    it('of a private arena are for its operators and invited voters', async () => {
      await send('own', { 'p.jsonl': prompts, 'a.jsonl': answers })
      await app.sql`update arenas set visibility = 'private' where slug = 'own'`
      const [{ name }] = await stored('own')
      const path = `/a/own/pictures/${name}`
      expect((await app.request(path)).status).toBe(404)
      expect((await app.request(path, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
      expect((await app.asAdmin(path)).status).toBe(200)
    })

    it.each([
      ['SVG', asData('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), /SVG/],
      ['another type than it says', asData('image/png', Buffer.from('MZ\x90')), /neither PNG, JPEG nor WebP/],
      ['cut off', asData('image/png', PNG.subarray(0, 200)), /damaged/],
      ['not base64', 'data:image/png,%89PNG', /base64/],
    ])(
      'that cannot be used leave their row out, and the receipt says why: %s',
      async (name, address, why) => {
        const slug = `bad-${name.toLowerCase().replaceAll(' ', '-')}`
        const rows = jsonl([{ prompt: 'cat', model: 'C', text: `![x](${address})` }])
        const bad = ImportReceipt.parse(await send(slug, { 'p.jsonl': prompts, 'a.jsonl': answers + rows }))
        expect(bad).toMatchObject({ answersAdded: 2 })
        const [file] = bad.files.filter(({ name: one }) => one === 'a.jsonl')
        expect(file.badRows).toEqual([
          expect.objectContaining({ line: 3, wrong: expect.stringMatching(why) as string }),
        ])
        expect(file.badRows[0].wrong.length).toBeLessThan(250)
        const strict = Problem.parse(
          await send(`${slug}-strict`, { 'p.jsonl': prompts, 'a.jsonl': answers + rows }, 'create&strict'),
        )
        expect(strict.detail).toMatch(why)
      },
    )

    it('more than a text may have are refused', async () => {
      const text = `![x](${asData('image/png', PNG)}) `.repeat(MAX_PICTURES_OF_TEXT + 1)
      const rows = jsonl([{ prompt: 'cat', model: 'C', text }])
      const receipt = ImportReceipt.parse(
        await send('many', { 'p.jsonl': prompts, 'a.jsonl': answers + rows }),
      )
      expect(receipt.files[1].badRows[0].wrong).toContain('21 pictures')
    })

    it('that were written as the name of a picture are shown nowhere', async () => {
      const text = `![x](picture:${'a'.repeat(64)}) ![y](picture:${'b'.repeat(32)})`
      await send('named', { 'a.jsonl': answers + jsonl([{ prompt: 'cat', model: 'C', text }]) })
      expect(await textsOf('named')).toContain(text)
    })

    it('that were sent beside a file are found by path', async () => {
      const rows = jsonl([{ id: 'cat', text: '![A cat](images/a%20cat.png) ![](images/none.png)' }])
      const receipt = ImportReceipt.parse(
        await send('beside', { 'p.jsonl': rows, 'images/a cat.png': PNG, 'a.jsonl': answers }),
      )
      expect(receipt.files.map(({ name }) => name)).toEqual(['p.jsonl', 'a.jsonl'])
      expect(receipt.warnings.map(({ message }) => message)).toEqual([
        'p.jsonl: the picture "images/none.png" is not beside it, so the texts show a link instead. Put it there, or send it too.',
      ])
      const [{ name }] = await stored('beside')
      expect(await textsOf('beside')).toContain(`![A cat](picture:${name}) ![](images/none.png)`)
    })
  })

  describe('pictures beside a file, in the terminal', () => {
    const TABLE =
      'prompt,A,B\n"![Which?](images/q.webp)","![one](images/one.png)","![two](./images/two.jpg)"\n'

    it('are read from its folder, and a copy of the arena has them too', async () => {
      const folder = await folderWith({
        'table.csv': TABLE,
        'images/q.webp': WEBP,
        'images/one.png': PNG,
        'images/two.jpg': JPEG,
      })
      expect((await run('import', 'table', join(folder, 'table.csv'), '--yes')).code).toBe(0)
      expect((await stored('table')).map(({ type }) => type)).toEqual([
        'image/jpeg',
        'image/png',
        'image/webp',
      ])
      const archive = join(folder, 'table.deadheat')
      expect((await run('export', 'table', 'archive', '-o', archive)).code).toBe(0)
      expect((await run('import', 'copy', archive)).code).toBe(0)
      expect(await stored('copy')).toEqual(await stored('table'))
    })

    it('are never read from elsewhere on this machine', async () => {
      const folder = await folderWith({
        'secret.png': PNG,
        'in/table.csv': 'prompt,A,B\n![q](../secret.png),![a](link.png),![b](linked/secret.png)\n',
      })
      await symlink(join(folder, 'secret.png'), join(folder, 'in/link.png'))
      await symlink(folder, join(folder, 'in/linked'))
      const { code, stderr } = await run('import', 'outside', join(folder, 'in/table.csv'), '--yes')
      expect({ code, stderr }).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('3 pictures, such as') as string,
      })
      expect(await stored('outside')).toEqual([])
    })

    it('are named by arena.yaml and its files, from the folder of each', async () => {
      const folder = await folderWith({
        'arena.yaml': `arena: described
prompts:
  - { id: q1, text: "![One](images/q.png)" }
  - { id: q2, text: "![Two](images/gone.png)", reference: "![right](images/q.png)" }
contestants:
  - { name: A, responses: answers/a.jsonl }
  - { name: B, responses: answers/b.jsonl }
`,
        'images/q.png': PNG,
        'answers/a.jsonl': jsonl([{ prompt: 'q1', text: '![a](a.jpg)' }]),
        'answers/b.jsonl': jsonl([{ prompt: 'q1', text: 'No picture.' }]),
        'answers/a.jpg': CAMERA,
      })
      const { code, stderr } = await run('import', 'described', join(folder, 'arena.yaml'))
      expect({ code, stderr }).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('"images/gone.png"') as string,
      })
      expect((await stored('described')).map(({ type }) => type)).toEqual(['image/jpeg', 'image/png'])
      await writeFile(join(folder, 'images/q.png'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
      const refused = await run('import', 'described', join(folder, 'arena.yaml'))
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/arena\.yaml:3: prompts\.0: .*SVG/) as string,
      })
    })
  })

  it('an arena as files names its pictures, says so, and sent back changes nothing', async () => {
    await send('filed', { 'p.jsonl': prompts, 'a.jsonl': answers })
    const response = await app.asAdmin('/api/admin/arenas/filed/recipe')
    const { files, leftOut } = ArenaRecipe.parse(await response.json())
    expect(leftOut).toEqual([{ why: 'pictures', names: ['cat'] }])
    const before = [await stored('filed'), await textsOf('filed')]
    expect((await app.asAdmin('/api/admin/arenas', { files })).status).toBe(200)
    expect([await stored('filed'), await textsOf('filed')]).toEqual(before)
  })

  it('a picture goes with the last text that names it', async () => {
    await send('erased', { 'p.jsonl': prompts, 'a.jsonl': answers })
    const erase = async (contestant: string) =>
      (await app.asAdmin('/api/admin/arenas/erased/erase/text', { prompt: 'cat', contestant })).status
    expect(await erase('A')).toBe(200)
    expect(await stored('erased')).toHaveLength(2)
    expect(await erase('B')).toBe(200)
    expect((await stored('erased')).map(({ type }) => type)).toEqual(['image/jpeg'])
    await send('erased', { 'a.jsonl': answers }, '')
    expect(await stored('erased')).toHaveLength(1)
  })
})

/** Where Markdown has pictures: the same places as in the page. */
describe('pictures in Markdown', () => {
  const NAME = '0123456789abcdef0123456789abcdef'
  const A = `picture:${NAME}`

  /** Texts, each with the number of its pictures. */
  const TEXTS: [string, number][] = [
    [`![A cat](${A})`, 1],
    [`Before ![](${A}) and ![two](${A} "title") after`, 2],
    [`![with [brackets] in it](<${A}>)`, 1],
    [`![a \\] b](  ${A}  )`, 1],
    [`- a list\n- ![in it](${A})\n\n> ![quoted](${A})`, 2],
    [`\`![in code](${A})\``, 0],
    [`\`\` a \` ![in code](${A}) \`\` ![after](${A})`, 1],
    [`An open \` ![picture](${A})`, 1],
    [`\`\`\`md\n![in a block](${A})\n\`\`\`\n![after](${A})`, 1],
    [`~~~\n![in a block](${A})\n\`\`\`\n![still](${A})`, 0],
    [`\\![no picture](${A})`, 0],
    [`[no picture](${A})`, 0],
    [`![no address]() ![none](a b) ![open](${A}`, 0],
  ]

  it.each(TEXTS)('%j', (text, count) => {
    const found = [...findPictures(text)]
    expect(found).toHaveLength(count)
    for (const { start, end, address } of found) {
      expect(address).toBe(A)
      expect(text.slice(start, end).replace(/^<|>$/g, '')).toBe(A)
    }
    const shown = markdownHtml(text, 'an-arena').match(/<img /g) ?? []
    expect(shown).toHaveLength(count)
  })

  it('are found in long hostile texts', () => {
    for (const part of ['![', '`', '![a](', '``` `` ` ', '![a](<', '![[', '\\![x](y "', '``` \n'])
      expect([...findPictures(part.repeat(100_000) + ' ')].length).toBeLessThan(1)
    const data = `data:image/png;base64,${'A'.repeat(6_000_000)}`
    expect([...findPictures(`![a](${data})`)].map(({ address }) => address.length)).toEqual([data.length])
  })
})
