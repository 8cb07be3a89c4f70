const lockFiles = new Set([
  'bun.lock',
  'cargo.lock',
  'composer.lock',
  'deno.lock',
  'flake.lock',
  'gemfile.lock',
  'go.sum',
  'gopkg.lock',
  'mix.lock',
  'npm-shrinkwrap.json',
  'package-lock.json',
  'packages.lock.json',
  'pdm.lock',
  'pipfile.lock',
  'pnpm-lock.yaml',
  'podfile.lock',
  'poetry.lock',
  'pubspec.lock',
  'uv.lock',
  'yarn.lock',
])

const generatedName =
  /(?:\.min\.(?:js|css|mjs)|\.(?:js|css|mjs)\.map|\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.py|\.designer\.cs|\.g\.dart|\.freezed\.dart|\.snap)$/
const generatedFolder = /(?:^|\/)(?:node_modules|bower_components|__snapshots__|\.yarn\/(?:releases|plugins|cache))\//

/** Whether a file is written by a program rather than a person, by its path: such files start collapsed. */
export function isGenerated(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return lockFiles.has(name) || generatedName.test(name) || generatedFolder.test(path)
}
