import { codeTitles } from '#contract/code/page-titles.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { codeIdePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { useStaysOpen } from '#web/api/unsent-texts/stays-open.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import type { IdeData } from '../shapes.ts'
import { blobHref, ideHref, nameOf, treeHref } from '../shared/addresses.ts'
import { onPath } from '../shared/on-path.ts'
import { codeTopics } from '../shared/place.ts'
import { whyNoCommit } from '../shared/why-not.ts'
import { Workspace } from './Workspace.tsx'

/** An editor for several files of a branch, which are committed together. @source DIFF-018, EDITOR-001 */
export function IdePage() {
  const { data } = useReading(codeIdePage, onPath(usePageParams()), { topics: codeTopics })
  return data === undefined ? <Skeleton rows={8} /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: IdeData }) {
  const { place, ref, path, blob } = page
  const reason = whyNoCommit(place)
  const isOpen = useStaysOpen(reason === null)
  const back = blob === null ? treeHref(place, ref.name) : blobHref(place, ref.name, path)
  usePlace({
    title: visibleName(codeTitles.webIde(path)),
    namespace: shownNamespace(place.header),
    active: 'files',
    crumbs: [
      { label: 'Files', href: treeHref(place, ref.name) },
      ...(blob === null ? [] : [{ label: nameOf(path), href: back }]),
      { label: 'Web IDE', href: ideHref(place, ref.name, path) },
    ],
  })
  return (
    <Page width="full">
      <PageHeader title="Web IDE" detail={`${place.namespace} · ${ref.name}`} />
      {isOpen ? (
        <Workspace key={`${place.id} ${ref.name}`} page={page} refusal={reason} />
      ) : (
        <EmptyState
          title="You cannot edit this project"
          action={<LinkButton href={back}>{blob === null ? 'Back to files' : 'Back to the file'}</LinkButton>}
        >
          {reason}
        </EmptyState>
      )}
    </Page>
  )
}
