import { expect, test } from 'vitest'
import { CallError } from './client.ts'

test('FLAG-003 the refusal of a field in a list has the name that the form uses', () => {
  const message = { 'strategies[1].constraints[0].context_name': ["can't be blank"], user_xids: 'are too long' }
  expect(new CallError(400, 'Refused', { message }).fields).toEqual({
    'strategies[1].constraints[0].contextName': ["can't be blank"],
    userXids: ['are too long'],
  })
})
