import { transformSync } from 'esbuild';

/** Compiles one TypeScript file for jest; types are checked by `npm run types`, not here. */
export default {
  process(source: string, filename: string) {
    return transformSync(source, {
      loader: filename.endsWith('x') ? 'tsx' : 'ts',
      format: 'esm',
      target: 'node24',
      jsx: 'automatic',
      sourcefile: filename,
      sourcemap: 'inline',
    });
  },
};
