import { useEffect, useEffectEvent, useState } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { fingerprint } from '#web/api/fingerprint.ts'
import { codeBlobPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { queryClient, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { KeptText } from '#web/api/unsent-texts/KeptText.tsx'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { useStaysOpen } from '#web/api/unsent-texts/stays-open.ts'
import { UnsentOfferButton } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { OverlapNotice } from '#web/discuss/merge/OverlapNotice.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Form } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import type { BlobData } from '../shapes.ts'
import { blobHref, editFileHref, nameOf } from '../shared/addresses.ts'
import { onPath } from '../shared/on-path.ts'
import { codeTopics } from '../shared/place.ts'
import { whyNoCommit } from '../shared/why-not.ts'
import { CommitFields, CommitProgress } from './CommitFields.tsx'
import { branchToBegin, startOf } from './commit.ts'
import styles from './EditFilePage.module.css'
import { ExecutableField } from './ExecutableField.tsx'
import { executableOf } from './executable.ts'
import { FileTabs } from './FileTabs.tsx'
import { KeptNotice } from './KeptNotice.tsx'
import { forBox, forFile } from './line-ends.ts'
import { useCommit } from './use-commit.ts'
import { useMergeRequestAfter } from './use-merge-request-after.ts'
import { whyNoEdit } from './why-no-edit.ts'

const ChangePreview = onDemand(() => import('./ChangePreview.tsx').then(module => module.ChangePreview), {
  holdsKeys: false,
})

/** The form that changes a file, or its name, in one commit. */
export function EditFilePage() {
  const { data } = useReading(codeBlobPage, onPath(usePageParams()), { topics: codeTopics })
  return data === undefined ? <Skeleton rows={8} /> : <Shown blob={data} />
}

function Shown({ blob }: { readonly blob: BlobData }) {
  const { place, ref, path } = blob
  const title = visibleName(codeTitles.editFile(path))
  const reason = whyNoCommit(place) ?? whyNoEdit(blob)
  const isOpen = useStaysOpen(reason === null)
  usePlace({
    title,
    namespace: shownNamespace(place.header),
    active: 'files',
    crumbs: [
      { label: 'Files', href: `/${place.namespace}/-/tree` },
      { label: nameOf(path), href: blobHref(place, ref.name, path) },
      { label: 'Edit', href: editFileHref(place, ref.name, path) },
    ],
  })
  return (
    <Page width="full">
      <PageHeader title={`Edit ${nameOf(path)}`} />
      {isOpen ? (
        <EditForm key={`${ref.name} ${path}`} blob={blob} refusal={reason} />
      ) : (
        <>
          <EmptyState
            title="You cannot edit this file"
            action={<LinkButton href={blobHref(place, ref.name, path)}>Back to the file</LinkButton>}
          >
            {reason}
          </EmptyState>
          <KeptText place={boxOf(blob)} label="Unsaved changes" />
        </>
      )}
    </Page>
  )
}

const boxOf = ({ place, ref, path }: BlobData) => textBoxes.editedFile(place.id, fingerprint(`${ref.name}\0${path}`))

interface EditFormProps {
  readonly blob: BlobData
  /** The reason why the file can no longer be committed, since the form was opened. */
  readonly refusal: string | null
}

function EditForm({ blob, refusal }: EditFormProps) {
  const { place, ref, path, lastCommit } = blob
  const goTo = useGoTo()
  const { user } = useViewer()
  const saved = forBox(blob.text ?? '')
  const [freshBranch] = useState(() => branchToBegin(place, ref, user?.username ?? 'new'))
  const kept = useKeptText(boxOf(blob), saved, null, {
    fields: { title: path, commitMessage: '', branch: freshBranch, executable: null },
    keepsFieldsAlone: true,
  })
  const { title: wantedPath = path, commitMessage = '', branch = freshBranch, executable = null } = kept.fields
  const wasExecutable = executableOf(blob)
  const [wasTried, setTried] = useState(false)
  const isChanged = kept.text !== kept.base
  const isBehind = kept.base !== saved && (!isChanged || kept.text === saved)
  const followSaved = useEffectEvent(() => kept.rebase(saved))
  // An unchanged text follows the branch, also when someone pushes.
  useEffect(() => {
    if (isBehind) followSaved()
  }, [isBehind])
  const mergeRequest = useMergeRequestAfter(place, ref)
  const commit = useCommit(place, {
    onSuccess: done => {
      kept.clear()
      goTo(mergeRequest.next(done, blobHref(done, done.branch, newPath)), { replace: true })
    },
    // The file may have changed: the page then shows how.
    onError: () => void queryClient.invalidateQueries({ queryKey: [codeBlobPage.name] }),
  })
  // The committed text may be read before the reply to the commit arrives.
  const isConflict = kept.base !== saved && kept.text !== saved && isChanged && !commit.isPending
  const newPath = wantedPath.trim().replace(/^\/+|\/+$/g, '')
  const isMoved = newPath !== path
  const isModeChanged = wasExecutable !== null && executable !== null && executable !== wasExecutable
  const isSame = !isChanged && !isMoved && !isModeChanged
  const usualMessage = isMoved ? `Rename ${nameOf(path)} to ${newPath}` : `Update ${nameOf(path)}`

  function submit() {
    setTried(true)
    if (newPath === '' || branch.trim() === '' || isConflict || commit.isPending) return
    if (isSame || refusal !== null) return
    const content = isChanged ? { content: forFile(kept.text, blob.text ?? '') } : {}
    const mode = isModeChanged ? { executeFilemode: executable } : {}
    const last = lastCommit === null ? {} : { lastCommitId: lastCommit.id }
    commit.mutate({
      branch: branch.trim(),
      commitMessage: commitMessage.trim() || usualMessage,
      actions: [
        isMoved
          ? { action: 'move', filePath: newPath, previousPath: path, ...content, ...mode, ...last }
          : isChanged
            ? { action: 'update', filePath: path, ...content, ...mode, ...last }
            : { action: 'chmod', filePath: path, ...mode, ...last },
      ],
      ...startOf(place, ref, branch.trim()),
    })
  }

  return (
    <Form label="Edit file" onSubmit={submit}>
      {refusal !== null && <KeptNotice reason={refusal} />}
      <CommitProgress
        commit={commit}
        mergeRequest={mergeRequest}
        at={ref}
        onBranch={branch => kept.setFields({ branch })}
      />
      {isConflict && (
        <OverlapNotice
          parts={[{ label: path, base: kept.base, mine: kept.text, theirs: saved }]}
          onMerged={([text]) => {
            kept.rebase(text ?? kept.text)
            commit.reset()
            showToast('Changes merged. Check the file before you commit.')
          }}
          onKeep={() => {
            kept.rebase(kept.text)
            commit.reset()
          }}
          onDiscard={() => {
            kept.rebase(saved)
            commit.reset()
          }}
        >
          {isMergeable => (
            <>
              This file has changed on {ref.name} since you started editing.{' '}
              {isMergeable
                ? 'Merge both versions, keep yours and overwrite the other, or discard yours.'
                : 'Keep your version and overwrite the other, or discard yours.'}
              <details className={styles.theirs}>
                <summary>Show changes</summary>
                <ChangePreview path={path} before={kept.base} after={saved} />
              </details>
            </>
          )}
        </OverlapNotice>
      )}
      <FormField
        label="File path"
        required
        hint={isMoved ? `Renames ${path}.` : 'Change the path to rename or move the file.'}
        error={wasTried && newPath === '' ? 'Enter a file path.' : undefined}
        aside={<UnsentOfferButton places={[kept.place]} />}
      >
        <TextInput
          code
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          value={wantedPath}
          onValue={title => kept.setFields({ title })}
        />
      </FormField>
      {wasExecutable !== null && (
        <ExecutableField
          saved={wasExecutable}
          value={executable}
          onValue={executable => kept.setFields({ executable })}
        />
      )}
      <FileTabs file={path} path={newPath} label="Content" saved={saved} text={kept.text} onText={kept.setText} />
      <CommitFields
        place={place}
        at={ref}
        commitMessage={commitMessage}
        branch={branch}
        usualMessage={usualMessage}
        wasTried={wasTried}
        onChange={change => kept.setFields(change)}
        mergeRequest={mergeRequest}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          busy={commit.isPending}
          disabled={isConflict || isSame || refusal !== null}
          title={
            refusal ?? (isConflict ? 'Resolve the other change first.' : isSame ? 'Nothing has changed.' : undefined)
          }
        >
          Commit changes
        </Button>
        <Button
          onClick={() => {
            kept.clear()
            goTo(blobHref(place, ref.name, path))
          }}
        >
          Cancel
        </Button>
      </div>
    </Form>
  )
}
