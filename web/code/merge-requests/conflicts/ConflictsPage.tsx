import { useState } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { issuableTopic, repositoryTopic } from '#contract/live-topics.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { getConflictsPage, getMergeRequestPage, resolveConflicts } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { queryClient, useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { useIsKept, useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOfferButton } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { Form } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { mergeRequestHref, mergeRequestInput } from '../page/merge-request-address.ts'
import { ConflictFile } from './ConflictFile.tsx'
import styles from './ConflictsPage.module.css'
import {
  type ConflictsData,
  type ConflictsPageData,
  handWritten,
  progressOf,
  type Resolution,
  readResolutions,
  sent,
} from './resolutions.ts'

/** The conflicts of a merge request, to be resolved file by file and committed to its source branch. */
export function ConflictsPage() {
  const { data } = useReading(getConflictsPage, mergeRequestInput(usePageParams()), {
    topics: page => [issuableTopic('merge_request', page.mergeRequest.id), repositoryTopic(page.place.id)],
  })
  return data === undefined ? <Skeleton rows={8} /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: ConflictsPageData }) {
  const { place, mergeRequest, conflicts, problem } = page
  const back = mergeRequestHref(place.namespace, mergeRequest.iid)
  // A resolution in progress stays, even if another user has resolved the conflicts.
  const [last, setLast] = useState(conflicts)
  if (conflicts !== null && conflicts !== last) setLast(conflicts)
  const isBegun = useIsKept([textBoxes.conflicts(mergeRequest.id)])
  const shown = conflicts ?? (isBegun ? last : null)
  usePlace({
    title: codeTitles.conflicts,
    namespace: shownNamespace(place.header),
    active: 'merge_requests',
    crumbs: [
      { label: 'Merge requests', href: `/${place.namespace}/-/merge_requests` },
      { label: `!${mergeRequest.iid}`, href: back },
      { label: 'Conflicts', href: `${back}/conflicts` },
    ],
  })
  return (
    <Page>
      <PageHeader title={codeTitles.conflicts} detail={mergeRequest.title} />
      {shown === null ? (
        <EmptyState
          title="No conflicts to resolve"
          action={<LinkButton href={back}>Back to the merge request</LinkButton>}
        >
          {problem}
        </EmptyState>
      ) : (
        <ConflictsForm key={mergeRequest.id} page={page} conflicts={shown} isOver={conflicts === null} />
      )}
    </Page>
  )
}

interface ConflictsFormProps {
  readonly page: ConflictsPageData
  readonly conflicts: ConflictsData
  /** There are no conflicts any more: they were resolved meanwhile. */
  readonly isOver: boolean
}

function ConflictsForm({ page, conflicts, isOver }: ConflictsFormProps) {
  const { place, mergeRequest } = page
  const { sourceBranch, targetBranch, commitSha, targetSha, files } = conflicts
  const goTo = useGoTo()
  const back = mergeRequestHref(place.namespace, mergeRequest.iid)
  const kept = useKeptText(textBoxes.conflicts(mergeRequest.id), conflicts.commitMessage, null, {
    fields: { resolutions: '{}' },
    keepsFieldsAlone: true,
  })
  const resolutions = readResolutions(kept.fields.resolutions)
  const resolve = useOperation(resolveConflicts, {
    refreshes: [getMergeRequestPage],
    onSuccess: () => {
      kept.clear()
      showToast(`Merged ${visibleName(targetBranch)} into ${visibleName(sourceBranch)}`)
      goTo(back, { replace: true })
    },
    // A branch may have moved: the page then shows what conflicts now.
    onError: () => void queryClient.invalidateQueries({ queryKey: [getConflictsPage.name] }),
  })
  const progress = files.map(file => progressOf(conflicts, file, resolutions[file.newPath]))
  const all = progress.reduce((sum, each) => sum + each.all, 0)
  const resolved = progress.reduce((sum, each) => sum + each.resolved, 0)
  const isReady = resolved === all && kept.text.trim() !== '' && !isOver

  function choose(path: string, resolution: Resolution | null) {
    const { [path]: _before, ...others } = resolutions
    const next = resolution === null ? others : { ...others, [path]: resolution }
    kept.setFields({ resolutions: JSON.stringify(next) })
  }

  function submit() {
    if (!isReady || resolve.isPending) return
    resolve.mutate({
      namespace: place.namespace,
      iid: mergeRequest.iid,
      commitMessage: kept.text,
      commitSha,
      targetSha,
      files: sent(conflicts, resolutions),
    })
  }

  return (
    <Form label="Resolve conflicts" onSubmit={submit}>
      {isOver && (
        <Banner
          tone="warning"
          action={
            <Button
              size="s"
              onClick={() => {
                kept.clear()
                goTo(back, { replace: true })
              }}
            >
              Discard and go back
            </Button>
          }
        >
          The conflicts were resolved in the meantime. Your resolution was not committed, but you can still copy it.
        </Banner>
      )}
      <p className={styles.intro}>
        Committing merges{' '}
        <code>
          <NameText name={targetBranch} />
        </code>{' '}
        into{' '}
        <code>
          <NameText name={sourceBranch} />
        </code>{' '}
        with the versions you choose.
      </p>
      <div className={styles.progress}>
        <span aria-live="polite">
          {resolved} of {all} {all === 1 ? 'conflict' : 'conflicts'} resolved
        </span>
        <ProgressBar label="Conflicts resolved" value={resolved} of={all} />
      </div>
      {resolve.isError && (
        <Banner tone="danger" onDismiss={resolve.reset}>
          {resolve.error.message}
        </Banner>
      )}
      {files.map(file => (
        <ConflictFile
          key={file.newPath}
          namespace={place.namespace}
          iid={mergeRequest.iid}
          conflicts={conflicts}
          file={file}
          resolution={resolutions[file.newPath]}
          onChoose={resolution => choose(file.newPath, resolution)}
        />
      ))}
      {handWritten(resolutions)
        .filter(({ path }) => !files.some(file => file.newPath === path))
        .map(({ path, content }) => (
          <Card
            key={path}
            title={<code>{path}</code>}
            description="No longer in conflict. Your version was not committed."
            aside={
              <>
                <CopyButton text={content} label="Copy your version" />
                <Button size="s" onClick={() => choose(path, null)}>
                  Discard your version
                </Button>
              </>
            }
          >
            <TextArea readOnly rows={6} aria-label={`Your version of ${path}`} value={content} />
          </Card>
        ))}
      <FormField label="Commit message" aside={<UnsentOfferButton places={[kept.place]} />}>
        <TextArea rows={3} value={kept.text} onValue={kept.setText} />
      </FormField>
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          busy={resolve.isPending}
          disabled={!isReady}
          title={
            isReady
              ? undefined
              : isOver
                ? 'The conflicts were resolved in the meantime.'
                : 'Resolve all conflicts first.'
          }
        >
          Commit to source branch
        </Button>
        <LinkButton href={back}>Cancel</LinkButton>
      </div>
    </Form>
  )
}
