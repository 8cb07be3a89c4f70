import { type Oid, oid } from '../objects.ts'
import { gitStream } from '../run.ts'
import { records } from './tree.ts'

type FileSize = { readonly path: string; readonly sizeBytes: number }

/** Every file of a commit with its size, in batches; links and submodules are left out. Reads each blob's header: for now and then. */
export async function* fileSizes(repo: string, commitId: Oid): AsyncGenerator<readonly FileSize[]> {
  const stream = await gitStream(repo, ['ls-tree', '-r', '-l', '-z', oid(commitId)])
  for await (const batch of records(stream)) {
    yield batch.flatMap(record => {
      const [, size, path] = /^100(?:644|755) blob [0-9a-f]{40} +(\d+)\t(.*)$/s.exec(record) ?? []
      return path === undefined ? [] : [{ path, sizeBytes: Number(size) }]
    })
  }
}
