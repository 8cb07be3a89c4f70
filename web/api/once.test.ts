import { expect, test } from 'vitest'
import { oncePerInput } from './once.ts'

function recorded() {
  const sent: string[] = []
  const answers: ((reply: string) => void)[] = []
  const run = oncePerInput((input: { readonly name: string }) => {
    sent.push(input.name)
    return new Promise<string>(resolve => answers.push(resolve))
  })
  return { sent, answers, run }
}

test('a button pressed twice sends one request, and both presses receive its reply', async () => {
  const { sent, answers, run } = recorded()
  const both = [run({ name: 'token' }), run({ name: 'token' })]
  answers[0]?.('made')
  expect(await Promise.all(both)).toEqual(['made', 'made'])
  expect(sent).toEqual(['token'])
  void run({ name: 'token' })
  expect(sent).toEqual(['token', 'token'])
})

test('a switch turned on, off and on again is sent three times', () => {
  const { sent, run } = recorded()
  for (const name of ['on', 'off', 'on']) void run({ name })
  expect(sent).toEqual(['on', 'off', 'on'])
})

test('two files are two, however alike', () => {
  let count = 0
  const run = oncePerInput(async (_input: { readonly file: Blob }) => {
    count += 1
  })
  void run({ file: new Blob(['a']) })
  void run({ file: new Blob(['b']) })
  expect(count).toBe(2)
})
