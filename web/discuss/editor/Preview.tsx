import { ZapIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { previewMarkdown } from '#web/api/operations.gen.ts'
import { reading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { Markdown } from '#web/ui/text/Markdown.tsx'
import type { TextTarget } from '../noteable.ts'
import { partMessages } from '../part-messages.ts'
import styles from './Preview.module.css'

interface PreviewProps {
  readonly namespace: string
  readonly target: TextTarget
  readonly text: string
}

/** The text as the server renders it, and what its quick actions would do. */
export function Preview({ namespace, target, text }: PreviewProps) {
  const isEmpty = text.trim() === ''
  const { data, isError, refetch } = useQuery({
    ...reading(previewMarkdown, {
      namespace,
      text,
      targetType: target.type,
      ...(target.iid === undefined ? {} : { targetId: target.iid }),
    }),
    enabled: !isEmpty,
    gcTime: 0,
  })
  if (isEmpty) return <p className={styles.empty}>{partMessages.nothingToPreview}</p>
  if (isError)
    return (
      <p role="alert" className={styles.error}>
        {partMessages.preview}{' '}
        <Button size="s" onClick={() => refetch()}>
          Try again
        </Button>
      </p>
    )
  if (data === undefined) return <Skeleton rows={Math.min(text.split('\n').length, 5)} label="Rendering" />
  const { body, references } = data
  return (
    <>
      {body !== '' && <Markdown html={body} dir="auto" />}
      {references.commands !== '' && (
        <div className={styles.commands}>
          <ZapIcon />
          <div
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has escaped each sentence
            dangerouslySetInnerHTML={{ __html: references.commands }}
          />
        </div>
      )}
    </>
  )
}
