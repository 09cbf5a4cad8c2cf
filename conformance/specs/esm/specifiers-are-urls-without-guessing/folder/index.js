export default 'folder';
