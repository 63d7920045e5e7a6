import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'
import { escapeOnScreen } from './escape.ts'

const START = 'src/start.ts'
/** Smaller files fit into one packet anyway. */
const WORTH_COMPRESSING = 1024

/** Writes the build's name to `version.json`, so that an open page notices a newer one. The name is the hash of the built files. */
function versionFile(): Plugin {
  const mark = '__WEFT_BUILD__'
  const unnamed = `weft-build-${'0'.repeat(16)}`
  return {
    name: 'weft-version',
    config: (_, { command }) => ({ define: { [mark]: JSON.stringify(command === 'build' ? unnamed : 'development') } }),
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const hash = createHash('sha256')
      for (const name of chunks.map((chunk) => chunk.fileName).toSorted()) hash.update(name)
      const build = `weft-build-${hash.digest('hex').slice(0, 16)}`
      for (const chunk of chunks) chunk.code = chunk.code.replaceAll(unnamed, build)
      this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ build }) })
    },
  }
}

/**
 * Runs an app's `src/start.ts`, if it has one, before the app has loaded. A module waits for all that it imports, so this one is in a
 * file and a tag of its own and imports only the table of pages.
 */
function startFirst(): Plugin {
  return {
    name: 'weft-start-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'start')
        if (!start) return html
        return html.replace('<script type="module"', `<script type="module" crossorigin src="/${start.fileName}"></script>\n    $&`)
      },
    },
  }
}

/** Writes a `.gz` and a `.br` next to each text file, so that the server only has to pick one. */
function precompressed(): Plugin {
  let out = ''
  return {
    name: 'weft-precompressed',
    apply: 'build',
    configResolved: (config) => {
      out = path.resolve(config.root, config.build.outDir)
    },
    writeBundle() {
      for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json|txt)$/.test(file)) continue
        const full = path.join(out, file)
        const content = readFileSync(full)
        if (content.length < WORTH_COMPRESSING) continue
        writeFileSync(`${full}.gz`, gzipSync(content, { level: 9 }))
        writeFileSync(`${full}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      }
    },
  }
}

/**
 * Returns the config that builds an app and, during development, serves it next to the server.
 * @param root the app's folder
 * @param proxy the addresses that the server answers, for `vite dev`
 */
export const appConfig = (root: string, proxy: NonNullable<UserConfig['server']>['proxy']): UserConfig => ({
  root,
  // Both apps share the start script, the icon and `robots.txt`.
  publicDir: path.join(import.meta.dirname, '../../public'),
  plugins: [react(), escapeOnScreen(), versionFile(), startFirst(), precompressed()],
  build: {
    target: ['chrome100', 'edge100', 'safari15.4'],
    // An inline script would need an exception in the content security policy; every target browser supports modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    // Code that every page needs is one file, and so are the parts and icons of many pages: thirty small files would wait for one another.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            ...(existsSync(path.join(root, START)) ? [{ name: 'start', test: /src.(start|app.(pages|frames))\.ts/, priority: 2 }] : []),
            { name: 'frame', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 46 },
            { name: 'icons', test: /@ant-design.icons/, minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', ...(proxy ? { proxy } : {}) },
})
