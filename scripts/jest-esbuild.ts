import { transformSync } from 'esbuild';

/** Compiles one TypeScript file for jest; types are checked by `npm run types`, not here. */
export default {
  process(source: string, filename: string) {
    // The map lies beside the code, so that V8 does not read it again for each file of tests.
    const { code, map } = transformSync(source, {
      loader: filename.endsWith('x') ? 'tsx' : 'ts',
      format: 'esm',
      target: 'node24',
      jsx: 'automatic',
      sourcefile: filename,
      sourcemap: 'external',
    });
    return { code, map };
  },
};
