import { msg } from '../../../../shared/messages/index.ts'
import { textField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { hasAll } from './tool-format.ts'
import type { ToolFormat } from './tool-format.ts'
import { contentText, listIn, objectIn } from './texts.ts'

/**
 * Feedback of Open WebUI: a thumb up or down for one of several answers to a message. Up is a vote for it against each
 * other, down a vote against it. A thumb on an only answer compares nothing.
 */
export const openWebuiFeedback: ToolFormat = {
  name: 'Open WebUI feedback',
  source: 'https://docs.openwebui.com/features/evaluation/',
  matches: (head) => hasAll(head, 'user_id', 'type', 'data', 'snapshot'),
  open: () => (fields) => {
    const data = objectIn(fields['data'])
    const [model, rating] = [textField(data['model_id']), Number(data['rating'])]
    const others = listIn(data['sibling_model_ids']).flatMap((name) => textField(name) ?? [])
    if (others.length === 0) return msg('rated_alone')
    if (rating !== 1 && rating !== -1) return msg('no_thumb')
    const votes = others.map((other) => ({
      id: others.length === 1 ? fields['id'] : `${textField(fields['id'])}:${other}`,
      model_a: model,
      model_b: other,
      winner: rating === 1 ? 'model_a' : 'model_b',
      judge: fields['user_id'],
      tstamp: fields['created_at'],
    }))
    return { ...textsOf(fields, String(model), others), votes }
  },
}

/** The question and the answers in the copy of the chat that comes with the feedback; nothing if there is none. */
function textsOf(fields: Fields, model: string, others: readonly string[]) {
  const chat = objectIn(objectIn(fields['snapshot'])['chat'])
  const messages = objectIn(objectIn(objectIn(chat['chat'])['history'])['messages'])
  const messageOf = (id: unknown) => objectIn(messages[textField(id) ?? ''])
  const rated = messageOf(objectIn(fields['meta'])['message_id'])
  const question = messageOf(rated['parentId'])
  const text = contentText(question['content'])
  if (text === null) return {}
  const answers = listIn(question['childrenIds']).flatMap((id) => {
    const message = messageOf(id)
    const name = textField(message['selectedModelId']) ?? textField(message['model'])
    const answer = contentText(message['content'])
    const isShown = name === model || others.includes(name ?? '')
    return isShown && answer !== null ? [{ model: name, text: answer }] : []
  })
  const key = [chat['id'], rated['parentId']].map((part) => textField(part) ?? '').join(':')
  return { prompt: { id: key, messages: threadTo(question, messageOf) }, answers }
}

/** The messages from the start of a chat to this one. */
function threadTo(last: Fields, messageOf: (id: unknown) => Fields): Fields[] {
  const thread: Fields[] = []
  const seen = new Set<Fields>()
  for (
    let one = last;
    contentText(one['content']) !== null && !seen.has(one);
    one = messageOf(one['parentId'])
  ) {
    seen.add(one)
    thread.unshift({ role: one['role'], content: contentText(one['content']) })
  }
  return thread
}
