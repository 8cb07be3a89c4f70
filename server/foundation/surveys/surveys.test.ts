import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { answerSurvey, dismissSurvey, getSurvey, surveyAnswersPage } from '#contract/foundation/surveys.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-01T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const day = 86_400_000
const passes = (ms: number) => vi.setSystemTime(Date.now() + ms)

async function enabled(): Promise<World> {
  const made = await world()
  await made.as('root').call(updateApplicationSettings, { surveyEnabled: true })
  return made
}

const isDue = async ({ as }: World, who: 'rita' | 'gus') => (await as(who).call(getSurvey, {})).isDue

test('UI-014 nobody is asked before an administrator turns the survey on, nor after it is turned off', async () => {
  const made = await world()
  const { as } = made
  expect(await isDue(made, 'rita')).toBe(false)
  expect(await outcomeOf(as('rita').call(answerSurvey, { rating: 4 }))).toBe('not_found')
  await as('root').call(updateApplicationSettings, { surveyEnabled: true })
  expect(await isDue(made, 'rita')).toBe(true)
  await as('root').call(updateApplicationSettings, { surveyEnabled: false })
  expect(await isDue(made, 'rita')).toBe(false)
})

test('UI-014 who dismisses the survey is asked again after 7 days, and nobody else is affected', async () => {
  const made = await enabled()
  await made.as('rita').call(dismissSurvey, {})
  expect([await isDue(made, 'rita'), await isDue(made, 'gus')]).toEqual([false, true])
  passes(7 * day - 1)
  expect(await isDue(made, 'rita')).toBe(false)
  passes(1)
  expect(await isDue(made, 'rita')).toBe(true)
  await made.as('rita').call(dismissSurvey, {})
  passes(7 * day - 1)
  expect(await isDue(made, 'rita')).toBe(false)
})

test('UI-014 who answers is asked again after 180 days; until then a second answer is refused', async () => {
  const made = await enabled()
  const { as } = made
  await as('rita').call(answerSurvey, { rating: 4, comment: '  Fast  ' })
  passes(180 * day - 1)
  expect(await isDue(made, 'rita')).toBe(false)
  expect(await outcomeOf(as('rita').call(answerSurvey, { rating: 1 }))).toBe('conflict')
  passes(1)
  expect(await isDue(made, 'rita')).toBe(true)
  await as('rita').call(answerSurvey, { rating: 5, comment: ' ' })
  expect(await as('root').call(surveyAnswersPage, {})).toMatchObject({
    isEnabled: true,
    counts: [0, 0, 0, 1, 1],
    answers: [
      { rating: 5, comment: null, user: { username: 'rita' } },
      { rating: 4, comment: 'Fast', user: { username: 'rita' } },
    ],
  })
})

test.each([[{ rating: 0 }], [{ rating: 6 }], [{ rating: 2.5 }], [{ rating: 3, comment: 'x'.repeat(2001) }]])(
  'UI-014 an answer of %j is refused',
  async given => {
    const { as } = await enabled()
    expect((await as('rita').reply(answerSurvey, given)).status).toBe(400)
  },
)

test.each([
  ['root', 'ok'],
  ['rita', 'forbidden'],
  ['anon', 'unauthenticated'],
] as const)('UI-014 %s reading the answers: %s', async (who, outcome) => {
  const { as } = await enabled()
  expect(await outcomeOf(as(who).call(surveyAnswersPage, {}))).toBe(outcome)
})

test('UI-014 answers come in pages of 20, back and forth, in as many statements for 2 as for 20', async () => {
  const { as, build, db, statements } = await enabled()
  const answers = async (count: number) => {
    for (let each = 0; each < count; each += 1) {
      const { id: userId } = await build.user()
      await db
        .insertInto('surveyAnswers')
        .values({ userId, rating: 3, comment: `${each}`, createdAt: new Date().toISOString() })
        .execute()
    }
  }
  const read = () => as('root').call(surveyAnswersPage, {})
  await answers(2)
  const forTwo = await statements(read)
  await answers(43)
  expect(await statements(read)).toBe(forTwo)
  const first = await read()
  const second = await as('root').call(surveyAnswersPage, { after: first.next ?? 0 })
  const third = await as('root').call(surveyAnswersPage, { after: second.next ?? 0 })
  expect([first, second, third].map(page => page.answers.length)).toEqual([20, 20, 5])
  expect([first.previous, third.next]).toEqual([null, null])
  expect(await as('root').call(surveyAnswersPage, { before: third.previous ?? 0 })).toEqual(second)
  const back = await as('root').call(surveyAnswersPage, { before: second.previous ?? 0 })
  expect([back.answers, back.previous]).toEqual([first.answers, null])
})
