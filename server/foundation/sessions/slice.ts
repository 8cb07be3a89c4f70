import { later, on, type Slice } from '#server/slice.ts'
import { sessionsAnswers } from './answers.ts'
import { purgeExpired } from './purge.ts'
import './events.ts'
import { mailResetLink } from '#server/foundation/passwords/forgot-password.ts'
import { followSessionLength } from './length.ts'
import { profileOnAccount, sessionsPages } from './pages.ts'

export const sessions: Slice = {
  name: 'sessions',
  answers: sessionsAnswers,
  pages: sessionsPages,
  pageParts: [profileOnAccount],
  followers: [
    on('settings.updated', followSessionLength),
    later('password.forgotten', async (ctx, { payload: { userId } }) => {
      if (userId !== null) await mailResetLink(ctx, userId)
    }),
  ],
  timedJobs: [{ name: 'purge_expired', pattern: '17 3 * * *', run: purgeExpired }],
}
