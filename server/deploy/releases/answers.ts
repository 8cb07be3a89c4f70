import * as contract from '#contract/deploy/releases.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { untrustedFileHeaders } from '#server/platform/files/untrusted-headers.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, Paged, pageOf, StreamReply } from '#server/slice.ts'
import { createLink, deleteLink, updateLink } from './change-links.ts'
import { createRelease } from './create.ts'
import { deleteRelease } from './delete.ts'
import { evidenceOf, storeEvidence } from './evidence.ts'
import { sendReleasesFeed } from './feed.ts'
import { releaseOf } from './find.ts'
import { linkOf, linksOf } from './links.ts'
import { listGroupReleases, listReleases } from './list.ts'
import { notesFor } from './notes.ts'
import { showLatest, showNewReleasePage, showReleasePage, showReleasesPage } from './pages.ts'
import { presentLink, releaseJson, type ShownProject, showReleases } from './present.ts'
import { toAsset, toLatestInApi, toLatestPage } from './redirects.ts'
import { currentRelease, recordUpdate, updateRelease } from './update.ts'

const listed = { about: projectByRef, ability: 'project:read-releases' } as const
const opened = { about: projectByRef, ability: 'project:open-release' } as const
const administered = { about: projectByRef, ability: 'project:admin-releases' } as const
const listedPage = { about: projectByPath, ability: 'project:read-releases' } as const
const openedPage = { about: projectByPath, ability: 'project:open-release' } as const

async function showOne(ctx: Context, project: ShownProject, id: number, withHtml?: boolean) {
  const [shown] = await showReleases(ctx, [project], [id], { withHtml })
  if (shown === undefined) throw new NotFound('Release')
  return releaseJson(shown)
}

export const releaseAnswers: readonly Answer[] = [
  answer(contract.listReleases, { ...listed, run: listReleases }),
  answer(contract.listGroupReleases, { about: groupByRef, ability: 'group:read', run: listGroupReleases }),
  answer(contract.getRelease, {
    ...opened,
    run: async (ctx, project, { tagName, includeHtmlDescription }) =>
      showOne(ctx, project, (await releaseOf(ctx, project, tagName)).id, includeHtmlDescription),
  }),
  answer(contract.getLatestRelease, {
    ...opened,
    run: (ctx, project, { includeHtmlDescription }) =>
      toLatestInApi(ctx, project, '', includeHtmlDescription ? '?include_html_description=true' : ''),
  }),
  answer(contract.getBelowLatestRelease, {
    ...opened,
    run: (ctx, project, { path }) => toLatestInApi(ctx, project, path),
  }),
  answer(contract.createRelease, {
    ...administered,
    // Its tag may have to be created first, by git.
    transaction: 'own',
    run: async (ctx, project, given) => showOne(ctx, project, await createRelease(ctx, project, given)),
  }),
  answer(contract.updateRelease, {
    ...administered,
    current: currentRelease,
    run: async (ctx, project, changes) => showOne(ctx, project, (await updateRelease(ctx, project, changes)).id),
  }),
  answer(contract.deleteRelease, {
    ...administered,
    run: async (ctx, project, { tagName }) => {
      const was = await showOne(ctx, project, (await releaseOf(ctx, project, tagName)).id)
      await deleteRelease(ctx, project, tagName)
      return was
    },
  }),
  answer(contract.collectEvidence, {
    ...administered,
    run: async (ctx, project, { tagName }) => {
      const release = await releaseOf(ctx, project, tagName)
      await storeEvidence(ctx, [release.id])
      await recordUpdate(ctx, project, release)
      return null
    },
  }),
  answer(contract.listReleaseLinks, {
    ...opened,
    run: async (ctx, project, { tagName, ...input }) => {
      const { page, perPage, offset } = pageOf(input)
      const links = await linksOf(ctx, (await releaseOf(ctx, project, tagName)).id)
      const shown = links.slice(offset, offset + perPage).map(link => presentLink(ctx, project, tagName, link))
      return Paged.offset<never>(new RawJson(JSON.stringify(shown)), { page, perPage, total: links.length })
    },
  }),
  answer(contract.getReleaseLink, {
    ...opened,
    run: async (ctx, project, { tagName, linkId }) => {
      const link = await linkOf(ctx, (await releaseOf(ctx, project, tagName)).id, linkId)
      return linkJson(ctx, project, tagName, link)
    },
  }),
  answer(contract.createReleaseLink, {
    ...administered,
    run: async (ctx, project, { tagName, ...given }) =>
      linkJson(ctx, project, tagName, await createLink(ctx, project, tagName, given)),
  }),
  answer(contract.updateReleaseLink, {
    ...administered,
    run: async (ctx, project, { tagName, linkId, ...changes }) =>
      linkJson(ctx, project, tagName, await updateLink(ctx, project, tagName, linkId, changes)),
  }),
  answer(contract.deleteReleaseLink, {
    ...administered,
    run: async (ctx, project, { tagName, linkId }) =>
      linkJson(ctx, project, tagName, await deleteLink(ctx, project, tagName, linkId)),
  }),
  answer(contract.generateReleaseNotes, { ...administered, run: notesFor }),
  answer(contract.getReleasesPage, { ...listedPage, run: showReleasesPage }),
  answer(contract.getReleasePage, {
    ...openedPage,
    run: (ctx, project, { tag }) => showReleasePage(ctx, project, tag),
  }),
  answer(contract.getNewReleasePage, {
    about: projectByPath,
    ability: 'project:admin-releases',
    run: showNewReleasePage,
  }),
  answer(contract.getLatestReleaseOfProject, { ...openedPage, run: showLatest }),
  answer(contract.releasesFeed, { ...listedPage, run: sendReleasesFeed }),
  answer(contract.openReleaseAsset, {
    ...openedPage,
    run: (ctx, project, { tag, path }) => toAsset(ctx, project, tag, path),
  }),
  answer(contract.openLatestRelease, { ...openedPage, run: (ctx, project) => toLatestPage(ctx, project) }),
  answer(contract.openBelowLatestRelease, {
    ...openedPage,
    run: (ctx, project, { path }) => toLatestPage(ctx, project, path),
  }),
  answer(contract.downloadEvidence, {
    ...openedPage,
    run: async (ctx, project, { tag, evidenceId }) => {
      // It names milestones.
      if (!may(ctx.actor, 'project:read-milestones', project.facts)) throw new NotFound('Evidence')
      const summary = await evidenceOf(ctx, (await releaseOf(ctx, project, tag)).id, evidenceId)
      return new StreamReply(Buffer.from(summary), {
        'content-type': 'application/json; charset=utf-8',
        ...untrustedFileHeaders('application/json'),
        'cache-control': 'private, no-cache',
      })
    },
  }),
]

const linkJson = (...parts: Parameters<typeof presentLink>): RawJson =>
  new RawJson(JSON.stringify(presentLink(...parts)))
