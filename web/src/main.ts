import { mount } from 'svelte'
import App from './App.svelte'
import './styles/base.css'

const target = document.getElementById('page')
if (!target) throw new Error('index.html has no element with the id "page".')

mount(App, { target })
