import { expect, test } from 'vitest'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

test('a client keeps the orders and display settings of the lists of its user', async () => {
  const { as } = await world()
  const ask = async (who: Member, query: string, variables = {}) => {
    const { data, errors } = await askGraphql(as(who).ctx, query, variables)
    return errors[0]?.message ?? data
  }
  const fields = '{ issuesSort mergeRequestsSort workItemsDisplaySettings }'
  const read = async (who: Member) => (await ask(who, `{ currentUser { userPreferences ${fields} } }`)).currentUser
  const change = async (input: object) =>
    (
      await ask(
        'gus',
        `mutation ($input: UserPreferencesUpdateInput!) { userPreferencesUpdate(input: $input) { errors userPreferences ${fields} } }`,
        { input },
      )
    ).userPreferencesUpdate
  const none = { issuesSort: null, mergeRequestsSort: null, workItemsDisplaySettings: {} }
  expect(await read('gus')).toEqual({ userPreferences: none })
  const first = { issuesSort: 'BLOCKING_ISSUES_DESC', workItemsDisplaySettings: { hidden: ['labels'] } }
  expect(await change(first)).toEqual({ errors: [], userPreferences: { ...none, ...first } })
  const all = { ...first, mergeRequestsSort: 'MERGED_AT_ASC' }
  expect(await change({ mergeRequestsSort: 'MERGED_AT_ASC' })).toEqual({ errors: [], userPreferences: all })
  expect(await read('gus')).toEqual({ userPreferences: all })
  expect(await read('rita')).toEqual({ userPreferences: none })
  for (const wrong of [[1], 'dark', { text: 'a'.repeat(10_001) }])
    expect(await change({ workItemsDisplaySettings: wrong })).toMatchObject({
      errors: [expect.stringMatching(/^Work items display settings (must be an object|is too long)/)],
      userPreferences: null,
    })
  expect(await change({ issuesSort: null })).toMatchObject({ userPreferences: { ...all, issuesSort: null } })
})
