import { DotFillIcon, FileDirectoryFillIcon, PencilIcon, UndoIcon } from '@primer/octicons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { codeBlobPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { forgetText, keep, liveKept, useKeptText, writtenOf } from '#web/api/unsent-texts/kept-text.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Form } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { CodeEditor } from '../edit/CodeEditor.tsx'
import { CommitFields, CommitProblem, ForkProgress } from '../edit/CommitFields.tsx'
import { branchToBegin } from '../edit/commit.ts'
import { forBox } from '../edit/line-ends.ts'
import { useMergeRequestAfter } from '../edit/use-merge-request-after.ts'
import { whyNoEdit } from '../edit/why-no-edit.ts'
import type { BlobData, CodePlace, CodeRef } from '../shapes.ts'
import { blobHref, editFileHref, ideHref, nameOf, parentOf } from '../shared/addresses.ts'
import { EntryIcon } from '../shared/EntryIcon.tsx'
import { onPath } from '../shared/on-path.ts'
import { codeTopics } from '../shared/place.ts'
import { whyNoCommit } from '../shared/why-not.ts'
import { useTree } from '../tree/use-tree.ts'
import { boxOfFile, type ChangedFile, changedFiles } from './changed-files.ts'
import styles from './IdePage.module.css'
import { useCommitFiles } from './use-commit-files.ts'

/** An editor for several files of a branch, which are committed together. @source DIFF-018 */
export function IdePage() {
  const { data } = useReading(codeBlobPage, onPath(usePageParams()), { topics: codeTopics })
  return data === undefined ? <Skeleton rows={8} /> : <Shown blob={data} />
}

function Shown({ blob }: { readonly blob: BlobData }) {
  const { place, ref, path } = blob
  const reason = whyNoCommit(place)
  usePlace({
    title: codeTitles.webIde(path),
    namespace: shownNamespace(place.header),
    active: 'files',
    crumbs: [
      { label: 'Files', href: `/${place.namespace}/-/tree` },
      { label: nameOf(path), href: blobHref(place, ref.name, path) },
      { label: 'Web IDE', href: ideHref(place, ref.name, path) },
    ],
  })
  return (
    <Page width="full">
      <PageHeader title="Web IDE" detail={`${place.namespace} · ${ref.name}`} />
      {reason === null ? (
        <Workspace key={`${place.id} ${ref.name}`} blob={blob} />
      ) : (
        <EmptyState
          title="You cannot edit this project"
          action={<LinkButton href={blobHref(place, ref.name, path)}>Back to the file</LinkButton>}
        >
          {reason}
        </EmptyState>
      )}
    </Page>
  )
}

function Workspace({ blob }: { readonly blob: BlobData }) {
  const { place, ref, path } = blob
  const goTo = useGoTo()
  const { user } = useViewer()
  const isHydrated = useIsHydrated()
  const [freshBranch] = useState(() => branchToBegin(place, ref, user?.username ?? 'new'))
  const [commitMessage, setMessage] = useState('')
  const [branch, setBranch] = useState(freshBranch)
  const [wasTried, setTried] = useState(false)
  // What other files hold stands in storage, of which React is not told.
  const [, look] = useState(0)
  const lookAgain = () => look(count => count + 1)
  const noEdit = whyNoEdit(blob)
  const saved = forBox(blob.text ?? '')
  const kept = useKeptText(boxOfFile(place.id, ref.name, path), saved, null, {
    fields: { title: path, commitMessage: '', branch: freshBranch },
    keepsFieldsAlone: true,
  })
  const isChanged = kept.text !== kept.base
  const isBehind = kept.base !== saved && (!isChanged || kept.text === saved)
  const followSaved = useEffectEvent(() => kept.rebase(saved))
  // What nothing was typed on yet is what the branch has now, also when somebody pushes.
  useEffect(() => {
    if (isBehind) followSaved()
  }, [isBehind])
  const changed = isHydrated ? changedFiles(place.id, ref.name) : []
  const mergeRequest = useMergeRequestAfter(place, ref)
  const commit = useCommitFiles(place, ref, {
    onSuccess: (done, sent) => {
      const own = sent.find(file => file.path === path)
      if (own !== undefined) kept.clearSent(own.text, { text: own.text, version: null })
      setMessage('')
      setTried(false)
      lookAgain()
      showToast(`Committed ${counted(sent.length, 'file')} to ${done.branch}`)
      const here = ideHref(done, done.branch, path)
      const next = mergeRequest.next(done, here)
      if (next !== here || done.branch !== ref.name || done.namespace !== place.namespace) goTo(next)
    },
  })
  const [only] = changed
  const usualMessage =
    changed.length === 1 && only !== undefined
      ? `Update ${nameOf(only.path)}`
      : changed.length === 0
        ? 'Update files'
        : `Update ${counted(changed.length, 'file')}`

  function submit() {
    setTried(true)
    if (branch.trim() === '' || changed.length === 0 || commit.isPending) return
    commit.start({ files: changed, branch: branch.trim(), commitMessage: commitMessage.trim() || usualMessage })
  }

  function discard(file: ChangedFile) {
    const before = liveKept(file.box)
    if (file.path === path) kept.rebase(saved)
    else forgetText(file.box)
    commit.reset()
    lookAgain()
    if (before === null) return
    showToast(`Discarded the changes to ${nameOf(file.path)}`, {
      undo: () => {
        keep(file.box, writtenOf(before))
        if (file.path === path) kept.setText(before.text)
        lookAgain()
      },
    })
  }

  return (
    <div className={styles.workspace}>
      <Files place={place} at={ref} path={path} changed={changed} onDiscard={discard} />
      <Form label="Web IDE" onSubmit={submit}>
        <ForkProgress isForking={commit.isForking} />
        {commit.error !== null && (
          <CommitProblem
            error={commit.error}
            target={mergeRequest.target}
            at={ref}
            onDismiss={commit.reset}
            onBranch={setBranch}
          />
        )}
        {commit.problem !== null && (
          <Banner tone="danger" onDismiss={commit.reset}>
            {commit.problem.sentence}{' '}
            {commit.problem.paths.map(each => (
              <TextLink key={each} href={editFileHref(place, ref.name, each)}>
                {`Edit ${each}`}
              </TextLink>
            ))}
          </Banner>
        )}
        {noEdit === null ? (
          <FormField label={path}>
            <CodeEditor key={path} path={path} value={kept.text} onValue={kept.setText} autoFocus />
          </FormField>
        ) : (
          <EmptyState title={nameOf(path)} size="s">
            {noEdit}
          </EmptyState>
        )}
        <CommitFields
          place={place}
          at={ref}
          commitMessage={commitMessage}
          branch={branch}
          usualMessage={usualMessage}
          wasTried={wasTried}
          onChange={change => {
            if (change.commitMessage !== undefined) setMessage(change.commitMessage)
            if (change.branch !== undefined) setBranch(change.branch)
          }}
          mergeRequest={mergeRequest}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            busy={commit.isPending}
            disabled={changed.length === 0}
            title={changed.length === 0 ? 'Nothing has changed.' : undefined}
          >
            {changed.length === 0 ? 'Commit changes' : `Commit ${counted(changed.length, 'file')}`}
          </Button>
        </div>
      </Form>
    </div>
  )
}

interface FilesProps {
  readonly place: CodePlace
  readonly at: CodeRef
  /** Of the file that is open. */
  readonly path: string
  readonly changed: readonly ChangedFile[]
  readonly onDiscard: (file: ChangedFile) => void
}

/** The files that were changed, and those of one folder at a time. */
function Files({ place, at, path, changed, onDiscard }: FilesProps) {
  const [folder, setFolder] = useState(() => parentOf(path))
  const tree = useTree({ namespace: place.namespace, path: folder === '' ? at.name : `${at.name}/${folder}` })
  const hasChanged = new Set(changed.map(file => file.path))
  return (
    <div className={styles.side}>
      {changed.length > 0 && (
        <nav aria-label="Changed files" className={styles.pane}>
          <h2 className={styles.heading}>Changed files</h2>
          <ul className={styles.list}>
            {changed.map(file => (
              <li key={file.path} className={styles.row}>
                <Anchor
                  href={ideHref(place, at.name, file.path)}
                  aria-current={file.path === path ? 'page' : undefined}
                  className={styles.entry}
                >
                  <PencilIcon size={12} />
                  <span className={styles.name}>{file.path}</span>
                </Anchor>
                <IconButton
                  label={`Discard changes to ${nameOf(file.path)}`}
                  icon={<UndoIcon />}
                  size="s"
                  onClick={() => onDiscard(file)}
                />
              </li>
            ))}
          </ul>
        </nav>
      )}
      <nav aria-label="Files" className={styles.pane}>
        <h2 className={styles.heading}>{folder === '' ? place.name : folder}</h2>
        {tree === undefined ? (
          <Skeleton rows={6} label="Loading files" />
        ) : (
          <ul className={styles.list}>
            {folder !== '' && (
              <li className={styles.row}>
                <button type="button" className={styles.entry} onClick={() => setFolder(parentOf(folder))}>
                  <FileDirectoryFillIcon /> <span className={styles.name}>..</span>
                </button>
              </li>
            )}
            {tree.entries.map(entry => (
              <li key={entry.path} className={styles.row}>
                {entry.type === 'tree' ? (
                  <button type="button" className={styles.entry} onClick={() => setFolder(entry.path)}>
                    <EntryIcon {...entry} /> <span className={styles.name}>{entry.name}</span>
                  </button>
                ) : (
                  entry.type === 'blob' && (
                    <Anchor
                      href={ideHref(place, at.name, entry.path)}
                      aria-current={entry.path === path ? 'page' : undefined}
                      className={styles.entry}
                    >
                      <EntryIcon {...entry} /> <span className={styles.name}>{entry.name}</span>
                      {hasChanged.has(entry.path) && <DotFillIcon size={12} aria-label="Changed" />}
                    </Anchor>
                  )
                )}
              </li>
            ))}
          </ul>
        )}
      </nav>
    </div>
  )
}
