import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVER = 'http://127.0.0.1:8080'
/** Smaller files travel in one packet anyway. */
const WORTH_COMPRESSING = 1024

/** Names the build in `version.json`, so that an open console notices a newer one. The name is the hash of what was built. */
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

/** Puts a `.gz` and a `.br` beside each text file, so that the server only picks one. */
function precompressed(): Plugin {
  let out = ''
  return {
    name: 'weft-precompressed',
    apply: 'build',
    configResolved: (config) => {
      out = path.resolve(config.root, config.build.outDir)
    },
    closeBundle() {
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), versionFile(), precompressed()],
  build: {
    target: ['chrome100', 'edge100', 'safari15.4'],
    // An inline script would need an exception in the content security policy; every browser of the target knows modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    // What every page needs comes in one file: thirty small ones wait for one another.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/dev': SERVER,
      '/site.json': SERVER,
    },
  },
})
