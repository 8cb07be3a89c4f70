import { createRelease, generateReleaseNotes } from '#contract/deploy/releases.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { DemoCaller } from './caller.ts'

/** The release of the demo before its first merge request is merged. */
export async function makeFirstRelease(as: DemoCaller, id: string): Promise<void> {
  await as('mina', createRelease, {
    id,
    tagName: 'v1.3.0',
    ref: 'main',
    name: 'Tension for every beam',
    description: 'The controller reads the tension of **every warp beam** and stops the loom outside of ±8%.',
    assets: {
      links: [
        {
          name: 'Flashing guide',
          url: 'https://docs.example.com/loom/flashing',
          linkType: 'runbook',
        },
      ],
    },
  })
}

/** The release after it, with generated notes. */
export async function makeNextRelease(as: DemoCaller, id: string): Promise<void> {
  const one = { id, tagName: 'v1.3.1' }
  // The reply of the operation.
  const { notes } = (await as('mina', generateReleaseNotes, { ...one, ref: 'main' })) as ReplyOf<
    typeof generateReleaseNotes
  >
  await as('mina', createRelease, { ...one, ref: 'main', name: 'Lamp and selector fixes', description: notes })
}
