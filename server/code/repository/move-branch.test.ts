import { expect, test } from 'vitest'
import { Conflict, Invalid } from '#server/errors.ts'
import { moveBranch } from './move-branch.ts'

test('a branch that a push moves in between is tried again, but not for ever', async () => {
  let tries = 0
  const failing = (times: number) => () => {
    tries += 1
    return tries > times ? Promise.resolve('moved') : Promise.reject(new Conflict('The branch has changed'))
  }
  expect(await moveBranch('/repo', 'main', failing(2))).toBe('moved')
  expect(tries).toBe(3)
  await expect(moveBranch('/repo', 'main', failing(100))).rejects.toThrow(Invalid)
  expect(tries).toBeLessThan(20)
})
