import { transformSync } from 'esbuild';

/** Compiles one TypeScript file for jest; types are checked by `npm run types`, not here. */
export default {
  process(source, filename) {
    const { code, map } = transformSync(source, {
      loader: filename.endsWith('x') ? 'tsx' : 'ts',
      format: 'esm',
      target: 'node24',
      jsx: 'automatic',
      sourcefile: filename,
      sourcemap: 'inline',
    });
    return { code, map };
  },
};
