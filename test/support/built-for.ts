/** The address of the tested build: under a path, because that is where addresses go wrong. */
export const BUILT_FOR = 'https://addin.example.com/md';
