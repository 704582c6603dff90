/**
 * `npm run build:package [-- RELEASE]`: builds the package for npm in dist/package. It has the folders of the checkout,
 * so that code finds its files in both. RELEASE is a version or tag, in place of the version of package.json. In a
 * workflow of GitHub the manifest names the repository, which npm compares with the provenance.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleRate } from './bundle-rate.ts'
import { checkImports } from './check-imports.ts'
import { copyFiles } from './copy-files.ts'
import { emitDeclarations } from './emit-declarations.ts'
import { emitJavaScript } from './emit-javascript.ts'
import { buildPages } from './build-pages.ts'
import { packageManifest } from './manifest.ts'

const root = join(import.meta.dirname, '../..')
const target = join(root, 'dist/package')
const [release] = process.argv.slice(2)

rmSync(target, { recursive: true, force: true })
const manifest = packageManifest(root, release, process.env)
await emitJavaScript(root, target)
await bundleRate(root, target)
emitDeclarations(root, target)
copyFiles(root, target)
await buildPages(root, target)
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
checkImports(target, Object.keys(manifest.dependencies))
console.log(`Built deadheat ${manifest.version} in dist/package. Next: npm pack ./dist/package`)
