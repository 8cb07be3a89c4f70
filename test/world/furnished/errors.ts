import { createErrorClientKey, setErrorTrackingSettings } from '#contract/monitor/error-tracking/errors.ts'
import type { codeWorld } from '../code.ts'
import type { FurnishedArea } from './area.ts'

/** An error of which an issue was created, one without, and a client key. */
export async function furnishErrors(
  { as, build, project }: Awaited<ReturnType<typeof codeWorld>>,
  issueId: number,
): Promise<FurnishedArea> {
  const { id } = project
  await as('root').call(setErrorTrackingSettings, { id, active: true, integrated: true })
  const key = await as('root').call(createErrorClientKey, { id })
  await build.error({ type: 'Known', issueId })
  const error = await build.error()
  return {
    everywhere: { errorId: error.id },
    fit: (place, { path }) => {
      if (path.includes('/client_keys')) place.keyId = key.id
    },
  }
}
