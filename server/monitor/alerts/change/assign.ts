import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { issuableOfType } from '#server/plan/issuables/find.ts'

/**
 * Set the one assignee of an alert.
 *
 * @returns whether it is another one
 * @throws Conflict  a user who cannot read alerts
 */
export async function assignAlert(ctx: Context, id: number, userId: number | null): Promise<boolean> {
  const alert = await load(ctx, 'issuable:set-metadata', issuableOfType, { id, type: 'alert' })
  const assignees = { replace: userId === null ? [] : [userId] }
  try {
    return (await changeIssuable(ctx, alert, { assignees }, { isStrict: true })).length > 0
  } catch (cause) {
    // The page offers all members of the project, and shows the reason of a conflict.
    if (cause instanceof Invalid)
      throw new Conflict('Alerts can be assigned only to members with at least the Developer role', { cause })
    throw cause
  }
}
