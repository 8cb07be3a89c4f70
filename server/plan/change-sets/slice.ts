import { later, type Slice } from '#server/slice.ts'
import { changeSetAnswers } from './answers.ts'
import './events.ts'
import { isOwnChangeSet } from './find.ts'
import { forgetChangeSets } from './forget.ts'
import { performChangeSet } from './perform.ts'

export const changeSets: Slice = {
  name: 'change-sets',
  answers: changeSetAnswers,
  followers: [later('change_set.started', (ctx, event) => performChangeSet(ctx, event.payload.changeSetId))],
  timedJobs: [{ name: 'forget_change_sets', pattern: '20 3 * * *', run: forgetChangeSets }],
  topics: { 'change-set': isOwnChangeSet },
}
