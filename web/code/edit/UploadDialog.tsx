import { FileIcon, XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { codeFiles } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { DropZone } from '#web/ui/forms/DropZone.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import { describeSize } from '#web/ui/text/size.ts'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { blobHref, nameOf, parentOf, treeHref } from '../shared/addresses.ts'
import { CommitFields, CommitProgress } from './CommitFields.tsx'
import { branchToBegin, startOf } from './commit.ts'
import { droppedFiles, type GivenFile, toBase64 } from './given-files.ts'
import styles from './UploadDialog.module.css'
import { useCommit } from './use-commit.ts'
import { useMergeRequestAfter } from './use-merge-request-after.ts'

interface UploadDialogProps {
  readonly place: CodePlace
  readonly at: CodeRef
  /** The folder that the files go into, or the file that one replaces. */
  readonly path: string
  readonly replaces?: boolean
  /** Called after the commit, before the page of the result is shown. */
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** base64 makes a third more of it, and the server takes 300 MB. */
const mostBytes = 100 * 1024 * 1024
const mostFiles = 500
const shown = 50

/** Uploads files from this device as one commit, or replaces one. */
export function UploadDialog({ place, at, path, replaces = false, onDone, onClose }: UploadDialogProps) {
  const goTo = useGoTo()
  const [files, setFiles] = useState<readonly GivenFile[]>([])
  const [folder, setFolder] = useState(path)
  const { user } = useViewer()
  const [words, setWords] = useState(() => ({
    commitMessage: '',
    branch: branchToBegin(place, at, user?.username ?? 'new'),
  }))
  const [wasTried, setTried] = useState(false)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { data: known } = useReading(codeFiles, { namespace: place.namespace, ref: at.name }, { enabled: !replaces })
  const taken = new Set(known?.paths)
  const clean = folder.trim().replace(/^\/+|\/+$/g, '')
  const pathOf = (file: GivenFile) => (replaces ? path : [clean, file.path].filter(Boolean).join('/'))
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  const [first] = files
  const usualMessage = replaces
    ? `Replace ${nameOf(path)}`
    : files.length === 1 && first !== undefined
      ? `Upload ${nameOf(first.path)}`
      : `Upload ${counted(Math.max(files.length, 2), 'file')}`
  const mergeRequest = useMergeRequestAfter(place, at)
  const commit = useCommit(place, {
    onSuccess: done => {
      onDone?.()
      onClose()
      showToast(replaces ? 'File replaced' : `${counted(files.length, 'file')} uploaded`)
      const { branch } = done
      goTo(mergeRequest.next(done, replaces ? blobHref(done, branch, path) : treeHref(done, branch, clean)))
    },
  })

  function add(given: readonly GivenFile[]) {
    setProblem(null)
    if (given.length === 0) return
    if (replaces) return setFiles(given.slice(0, 1))
    const byPath = new Map([...files, ...given].map(each => [each.path, each]))
    setFiles([...byPath.values()].slice(0, mostFiles))
    if (byPath.size > mostFiles) setProblem(`You can add up to ${mostFiles} files at a time.`)
  }

  async function submit() {
    setTried(true)
    if (files.length === 0) return setProblem(replaces ? 'Choose a file.' : 'Choose at least one file.')
    if (words.branch.trim() === '' || commit.isPending || isReading) return
    setReading(true)
    try {
      const actions = await Promise.all(
        files.map(async each => {
          const filePath = pathOf(each)
          const action = replaces || taken.has(filePath) ? ('update' as const) : ('create' as const)
          return { action, filePath, content: await toBase64(each.file), encoding: 'base64' as const }
        }),
      )
      commit.mutate({
        branch: words.branch.trim(),
        commitMessage: words.commitMessage.trim() || usualMessage,
        actions,
        ...startOf(place, at, words.branch.trim()),
      })
    } catch {
      setProblem('Could not read a file. It may have been moved or deleted. Choose it again.')
    } finally {
      setReading(false)
    }
  }

  return (
    <FormDialog
      title={replaces ? `Replace ${nameOf(path)}` : 'Upload files'}
      size="l"
      submit={replaces ? 'Replace file' : 'Upload files'}
      disabled={bytes > mostBytes}
      busy={commit.isPending || isReading}
      problem={bytes > mostBytes ? `You can upload up to ${describeSize(mostBytes)} at a time.` : problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <CommitProgress
        commit={commit}
        mergeRequest={mergeRequest}
        at={at}
        onBranch={branch => setWords({ ...words, branch })}
      />
      <DropZone
        say={replaces ? 'Drop the new file here' : 'Drop files or folders here'}
        button={replaces ? 'Choose file' : 'Choose files'}
        multiple={!replaces}
        onChosen={chosen => add(chosen.map(file => ({ path: file.webkitRelativePath || file.name, file })))}
        onDropped={dropped => void droppedFiles(dropped).then(add)}
      />
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Files to upload">
          {files.slice(0, shown).map(each => (
            <li key={each.path} className={styles.file}>
              <FileIcon />
              <span className={styles.path}>{each.path}</span>
              {!replaces && taken.has(pathOf(each)) && <span className={styles.note}>Replaces the existing file</span>}
              <span className={styles.size}>{describeSize(each.file.size)}</span>
              <IconButton
                size="s"
                label={`Remove ${each.path}`}
                icon={<XIcon />}
                onClick={() => setFiles(files.filter(other => other !== each))}
              />
            </li>
          ))}
          {files.length > shown && <li className={styles.file}>And {counted(files.length - shown, 'more file')}.</li>}
        </ul>
      )}
      {!replaces && (
        <FormField label="Folder" hint="Use slashes to create folders. Leave empty for the root.">
          <TextInput
            code
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            value={folder}
            onValue={setFolder}
          />
        </FormField>
      )}
      <CommitFields
        place={place}
        at={at}
        {...words}
        usualMessage={usualMessage}
        wasTried={wasTried}
        onChange={change => setWords({ ...words, ...change })}
        mergeRequest={mergeRequest}
      />
    </FormDialog>
  )
}

interface DeleteFileDialogProps {
  readonly place: CodePlace
  readonly at: CodeRef
  readonly path: string
  readonly lastCommitId: string | null
  readonly onClose: () => void
}

/** Deletes a file in a commit of its own. */
export function DeleteFileDialog({ place, at, path, lastCommitId, onClose }: DeleteFileDialogProps) {
  const goTo = useGoTo()
  const { user } = useViewer()
  const [words, setWords] = useState(() => ({
    commitMessage: '',
    branch: branchToBegin(place, at, user?.username ?? 'new'),
  }))
  const [wasTried, setTried] = useState(false)
  const usualMessage = `Delete ${nameOf(path)}`
  const mergeRequest = useMergeRequestAfter(place, at)
  const commit = useCommit(place, {
    onSuccess: done => {
      onClose()
      showToast(`${nameOf(path)} deleted`)
      goTo(mergeRequest.next(done, treeHref(done, done.branch, parentOf(path))))
    },
  })
  return (
    <FormDialog
      title={`Delete ${nameOf(path)}?`}
      description={`The file will be deleted in a new commit. It remains in earlier commits.`}
      submit="Delete file"
      variant="danger"
      busy={commit.isPending}
      onSubmit={() => {
        setTried(true)
        if (words.branch.trim() === '') return
        commit.mutate({
          branch: words.branch.trim(),
          commitMessage: words.commitMessage.trim() || usualMessage,
          actions: [{ action: 'delete', filePath: path, ...(lastCommitId !== null && { lastCommitId }) }],
          ...startOf(place, at, words.branch.trim()),
        })
      }}
      onClose={onClose}
    >
      <CommitProgress
        commit={commit}
        mergeRequest={mergeRequest}
        at={at}
        onBranch={branch => setWords({ ...words, branch })}
      />
      <CommitFields
        place={place}
        at={at}
        {...words}
        usualMessage={usualMessage}
        wasTried={wasTried}
        onChange={change => setWords({ ...words, ...change })}
        mergeRequest={mergeRequest}
      />
    </FormDialog>
  )
}
