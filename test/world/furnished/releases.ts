import { addTag } from '#contract/code/refs.ts'
import { createRelease, getReleasePage, listReleaseLinks } from '#contract/deploy/releases.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** A release with a milestone, a link and evidence, and a tag without a release. */
export async function furnishReleases({ as, project }: CodeWorld, milestoneId: number): Promise<FurnishedArea> {
  const root = as('root')
  const on = { id: project.id, tagName: 'r1' }
  await root.call(createRelease, {
    ...on,
    ref: 'main',
    name: 'First',
    description: 'See #1',
    milestoneIds: [milestoneId],
    assets: { links: [{ name: 'App', url: 'https://weft.test/app.zip', filepath: '/app.zip' }] },
  })
  await root.call(addTag, { id: project.id, tagName: 'r2', ref: 'main' })
  const [link] = await root.call(listReleaseLinks, on)
  const { release } = await root.call(getReleasePage, { namespace: project.fullPath, tag: 'r1' })
  const evidenceId = Number(/(\d+)\.json$/.exec(release.evidences?.[0]?.filepath ?? '')?.[1])
  return {
    everywhere: { evidenceId },
    fit: (place, { name, path }) => {
      if (!/release/i.test(path)) return
      Object.assign(place, { tagName: 'r1', tag: 'r1', linkId: link?.id, name: 'A name' })
      if (path.endsWith('*')) place.path = name === 'getBelowLatestRelease' ? 'assets/links' : 'app.zip'
      if (name === 'createRelease') place.tagName = 'r2'
      if (name === 'createReleaseLink' || name === 'updateReleaseLink') place.url = 'https://weft.test/other.zip'
    },
  }
}
